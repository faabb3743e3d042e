/** Tables of reports and of acts on them. The other tables are in schema.ts. */
import type { Generated } from "kysely";

type ReportTable = {
  id: Generated<number>;
  public_id: string;
  subject: "pipeline" | "company" | "text" | "site";
  profile_id: number | null;
  company_id: number | null;
  reason: "spam" | "impersonation" | "abuse" | "false-information" | "privacy" | "legal" | "other";
  words: Generated<string>;
  quote: Generated<string>;
  rule: "many-roles" | "address-in-text" | "same-text" | "many-sign-ups" | null;
  on_day: string;
  state: Generated<"open" | "waiting" | "done">;
  hides: Generated<boolean>;
  reply_hash: Buffer | null;
  last_act: Generated<number>;
};
type ReportActTable = {
  report_id: number;
  n: number;
  on_day: string;
  act: "dismiss" | "settle" | "ask" | "hide" | "suspend" | "delete" | "answer";
  words: Generated<string>;
};
type ModerationQuarterTable = { quarter: string; reason: string; acts: number };
/** One row while the report rules are between two pieces. */
type ReportWalkTable = { is_only: Generated<boolean>; walked_to: number };

export type ReportTables = {
  report: ReportTable;
  report_act: ReportActTable;
  report_walk: ReportWalkTable;
  moderation_quarter: ModerationQuarterTable;
};
