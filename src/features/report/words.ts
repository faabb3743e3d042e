import type { Act, Reason, Rule, Subject } from "./rules.ts";

/** Reasons as everybody reads them. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  spam: "Spam",
  impersonation: "Pretends to be somebody else",
  abuse: "Abuse",
  "false-information": "False information",
  privacy: "Tells about somebody against their will",
  legal: "Legal reasons",
  other: "Other",
};

export const SUBJECT_WORDS: Readonly<Record<Subject, string>> = {
  pipeline: "Pipeline",
  company: "Company",
  text: "Text",
  site: "Sign-ups",
};

export const RULE_WORDS: Readonly<Record<Rule, string>> = {
  "many-roles": "Found by rule: 500 roles or more",
  "address-in-text": "Found by rule: a web address in a text",
  "same-text": "Found by rule: the same long text in 50 pipelines",
  "many-sign-ups": "Found by rule: 30 sign-ups of one address in a day",
};

export const ACT_WORDS: Readonly<Record<Act | "answer", string>> = {
  dismiss: "Dismissed",
  settle: "Settled",
  ask: "Asked to correct",
  hide: "Hidden until answered",
  suspend: "Suspended",
  delete: "Deleted",
  answer: "The person answered",
};
