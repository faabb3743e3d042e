import type { ReactNode } from "react";

/** The dashboard's tab for broadcasts, early-access mails and tests. */
export function MailsTab(): ReactNode {
  return <h1 className="h-page">Emails</h1>;
}
