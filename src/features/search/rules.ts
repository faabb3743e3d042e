export type Layout = "grid" | "pipeline";

export function readLayout(text: string | null): Layout {
  return text === "pipeline" ? "pipeline" : "grid";
}

export function searchHref(company: string, layout: Layout): string {
  const query = new URLSearchParams({ company });
  if (layout === "pipeline") query.set("layout", layout);
  return `/search?${query.toString()}`;
}

export const NO_COMPANY = "No company on this site with that name :/";
