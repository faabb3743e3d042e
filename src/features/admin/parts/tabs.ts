/** The dashboard's tabs in their order; `slug` is the last part of the address, the first tab has none. */
export const TABS = [
  { slug: "", name: "Companies" },
  { slug: "emails", name: "Emails" },
  { slug: "suggestions", name: "Suggestions" },
  { slug: "reports", name: "Reports" },
  { slug: "people", name: "People" },
  { slug: "codes", name: "Codes" },
  { slug: "audit", name: "Audit log" },
  { slug: "overview", name: "Overview" },
  { slug: "security", name: "Security" },
] as const;

export type TabSlug = (typeof TABS)[number]["slug"];

export function tabHref(slug: TabSlug): string {
  return slug === "" ? "/admin/dashboard" : `/admin/dashboard/${slug}`;
}

/** The tab an address names; undefined for any other. */
export function findTab(slug: string | undefined): (typeof TABS)[number] | undefined {
  return TABS.find((tab) => tab.slug === (slug ?? ""));
}
