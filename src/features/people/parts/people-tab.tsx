import type { ReactNode } from "react";

/** The dashboard's tab for finding, suspending and removing people. */
export function PeopleTab(): ReactNode {
  return <h1 className="h-page">People</h1>;
}
