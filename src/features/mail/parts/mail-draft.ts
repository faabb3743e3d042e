import { inStorage } from "#core/in-storage.ts";
import type { Audience } from "#features/mail/rules.ts";

export type MailDraft = {
  audience: Exclude<Audience, "test">;
  subject: string;
  body: string;
  kind: "html" | "text";
};

export const NO_DRAFT: MailDraft = { audience: "all", subject: "", body: "", kind: "html" };
const KEY = "mailDraft";

/** Reads the draft that was stored before a reload. */
export function keptDraft(): MailDraft {
  const kept: unknown = inStorage(() => JSON.parse(window.sessionStorage.getItem(KEY) ?? "null"));
  if (typeof kept !== "object" || kept === null) return NO_DRAFT;
  const { audience, subject, body, kind } = { audience: "", subject: "", body: "", kind: "", ...kept };
  if (typeof subject !== "string" || typeof body !== "string") return NO_DRAFT;
  return {
    audience: audience === "early-access" ? "early-access" : "all",
    subject,
    body,
    kind: kind === "text" ? "text" : "html",
  };
}

/** Keeps the draft until the window is closed or the mail is sent. */
export function keepDraft(draft: MailDraft): void {
  inStorage(() => {
    if (draft.subject === "" && draft.body === "") window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, JSON.stringify(draft));
  });
}
