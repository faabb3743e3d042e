import type { ReactNode } from "react";

/** The dashboard's tab for what people suggested. */
export function InboxTab(): ReactNode {
  return <h1 className="h-page">Suggestions</h1>;
}
