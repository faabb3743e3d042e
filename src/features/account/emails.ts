import type { Email } from "#features/mail/rules.ts";

// E-mails about an account. They name no person, employer or pipeline, because others may have access to the inbox.
// The token of a link is in the fragment, which no browser sends to a server.

const NOT_YOU = "If you did not ask for this, do nothing: nothing has been changed.";

function linkTo(baseUrl: string, page: string, token: string): string {
  return `${baseUrl}/${page}#${token}`;
}

export function verificationEmail(baseUrl: string, token: string): Email {
  return {
    subject: "Confirm your e-mail address",
    paragraphs: ["Somebody, probably you, has an account on Pipelines with this address. Confirm that it is yours."],
    action: { label: "Confirm address", href: linkTo(baseUrl, "verify-email", token) },
    notes: ["The link works once, for 24 hours.", "If the account is not yours, do nothing."],
  };
}

export function resetEmail(baseUrl: string, token: string): Email {
  return {
    subject: "Choose a new password",
    paragraphs: ["Somebody, probably you, asked to choose a new password for Pipelines."],
    action: { label: "Choose a password", href: linkTo(baseUrl, "reset-password", token) },
    notes: ["The link works once, for one hour.", NOT_YOU],
  };
}

export function emailChangeEmail(baseUrl: string, token: string): Email {
  return {
    subject: "Confirm your new e-mail address",
    paragraphs: ["Somebody, probably you, wants to use this address for their account on Pipelines."],
    action: { label: "Use this address", href: linkTo(baseUrl, "change-email", token) },
    notes: ["The link works once, for one hour.", NOT_YOU],
  };
}

/** Sent if somebody wants to change to this address, but it already has an account. */
export function addressInUseEmail(baseUrl: string): Email {
  return {
    subject: "Your e-mail address on Pipelines",
    paragraphs: [
      "Somebody wanted to use this address for another account on Pipelines. It already has one, so nothing has been changed.",
    ],
    action: { label: "Log in", href: `${baseUrl}/login` },
    notes: ["If that was you, log in with this address."],
  };
}

export function emailChangeAskedEmail(baseUrl: string): Email {
  return {
    subject: "A new e-mail address for your account",
    paragraphs: [
      "Somebody, probably you, asked to use another address for your account on Pipelines. This one stays until the other one is confirmed.",
    ],
    action: { label: "Choose a new password", href: `${baseUrl}/forgot-password` },
    notes: ["If it was not you, somebody knows your password: choose a new one now, which also stops this change."],
  };
}

export function emailChangedEmail(baseUrl: string): Email {
  return {
    subject: "Your e-mail address was changed",
    paragraphs: ["Your account on Pipelines now has another e-mail address. This one no longer signs you in."],
    action: { label: "Open Pipelines", href: baseUrl },
    notes: ["If it was not you, write to whoever runs the site."],
  };
}

export function passwordChangedEmail(baseUrl: string): Email {
  return {
    subject: "Your password was changed",
    paragraphs: ["The password of your account on Pipelines was changed, and the account was signed out elsewhere."],
    action: { label: "Choose another password", href: `${baseUrl}/forgot-password` },
    notes: [
      "If it was you, there is nothing to do. If it was not, choose another one now.",
      "Passkeys and connected networks still open the account. Remove those that are not yours in the settings.",
    ],
  };
}
