import type { Email } from "#features/mail/rules.ts";

export function accessTokenEmail(baseUrl: string): Email {
  return {
    subject: "An access token was made for your account",
    paragraphs: ["A program can now use your account on Pipelines with a new personal access token."],
    action: { label: "See your access tokens", href: `${baseUrl}/settings` },
    notes: ["If it was not you, revoke it there and choose a new password."],
  };
}
