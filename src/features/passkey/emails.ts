import type { Email } from "#features/mail/rules.ts";

export function passkeyAddedEmail(baseUrl: string): Email {
  return {
    subject: "A passkey was added to your account",
    paragraphs: ["Your account on Pipelines can now be opened with a new passkey."],
    action: { label: "See your passkeys", href: `${baseUrl}/settings` },
    notes: ["If it was not you, remove it there and choose a new password."],
  };
}

export function passkeyRemovedEmail(baseUrl: string): Email {
  return {
    subject: "A passkey was removed from your account",
    paragraphs: ["A passkey no longer opens your account on Pipelines."],
    action: { label: "See your passkeys", href: `${baseUrl}/settings` },
    notes: ["If it was not you, choose a new password and sign out everywhere else."],
  };
}
