import type { ReactNode } from "react";

/** The dashboard's tab for early-access codes. */
export function CodesTab(): ReactNode {
  return <h1 className="h-page">Codes</h1>;
}
