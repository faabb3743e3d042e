import type { ReactNode } from "react";

/** The dashboard's tab for what administrators did. */
export function AuditTab(): ReactNode {
  return <h1 className="h-page">Audit log</h1>;
}
