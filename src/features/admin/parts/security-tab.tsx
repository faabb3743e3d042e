import type { ReactNode } from "react";

/** The dashboard's tab for the administrator's own second factor and sessions. */
export function SecurityTab(): ReactNode {
  return <h1 className="h-page">Security</h1>;
}
