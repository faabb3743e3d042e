/**
 * Why somebody is suspended. A closed list, since the answer goes into the
 * audit log, where no words about a person may stand.
 */
export const REASONS = ["spam", "impersonation", "abuse", "false-information", "legal", "other"] as const;
export type Reason = (typeof REASONS)[number];
