export type Layout = "grid" | "pipeline";

/** The layout asked for; anything unknown is the grid. */
export function readLayout(text: string | null): Layout {
  return text === "pipeline" ? "pipeline" : "grid";
}

/** The address of a search; the grid is not written out. */
export function searchHref(company: string, layout: Layout): string {
  const query = new URLSearchParams({ company });
  if (layout === "pipeline") query.set("layout", layout);
  return `/search?${query.toString()}`;
}
