import type { ReactNode } from "react";

/** The dashboard's tab for companies. */
export function CompaniesTab(): ReactNode {
  return <h1 className="h-page">Companies</h1>;
}
