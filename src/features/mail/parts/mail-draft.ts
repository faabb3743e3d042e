import type { Audience } from "#features/mail/rules.ts";

export type MailDraft = {
  audience: Exclude<Audience, "test">;
  subject: string;
  /** As typed. */
  body: string;
  kind: "html" | "text";
};

export const NO_DRAFT: MailDraft = { audience: "all", subject: "", body: "", kind: "html" };
const KEY = "mailDraft";

/** What was being written in this window before it was loaded anew. */
export function keptDraft(): MailDraft {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return NO_DRAFT;
    const { audience, subject, body, kind } = { audience: "", subject: "", body: "", kind: "", ...kept };
    if (typeof subject !== "string" || typeof body !== "string") return NO_DRAFT;
    return {
      audience: audience === "early-access" ? "early-access" : "all",
      subject,
      body,
      kind: kind === "text" ? "text" : "html",
    };
  } catch {
    return NO_DRAFT;
  }
}

/** Keeps it until the window is shut or the mail was sent. */
export function keepDraft(draft: MailDraft): void {
  try {
    if (draft.subject === "" && draft.body === "") window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still sends.
  }
}
