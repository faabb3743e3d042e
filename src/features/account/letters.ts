import type { Letter } from "#features/mail/rules.ts";

/**
 * The letters about an account. None names the person, an employer or a
 * pipeline: a letter can be read by whoever holds the mailbox. The token of a
 * link stands in the fragment, which no browser sends to any server.
 */

const NOT_YOU = "If you did not ask for this, do nothing: nothing has been changed.";

function linkTo(baseUrl: string, page: string, token: string): string {
  return `${baseUrl}/${page}#${token}`;
}

export function verificationLetter(baseUrl: string, token: string): Letter {
  return {
    subject: "Confirm your e-mail address",
    paragraphs: ["Somebody, probably you, has an account on Pipelines with this address. Confirm that it is yours."],
    action: { label: "Confirm address", href: linkTo(baseUrl, "verify-email", token) },
    notes: ["The link works once, for 24 hours.", "If the account is not yours, do nothing."],
  };
}

export function resetLetter(baseUrl: string, token: string): Letter {
  return {
    subject: "Choose a new password",
    paragraphs: ["Somebody, probably you, asked to choose a new password for Pipelines."],
    action: { label: "Choose a password", href: linkTo(baseUrl, "reset-password", token) },
    notes: ["The link works once, for one hour.", NOT_YOU],
  };
}

export function emailChangeLetter(baseUrl: string, token: string): Letter {
  return {
    subject: "Confirm your new e-mail address",
    paragraphs: ["Somebody, probably you, wants to use this address for their account on Pipelines."],
    action: { label: "Use this address", href: linkTo(baseUrl, "change-email", token) },
    notes: ["The link works once, for one hour.", NOT_YOU],
  };
}

/** To an address that somebody wants for their account and that has one already. */
export function addressInUseLetter(baseUrl: string): Letter {
  return {
    subject: "Your e-mail address on Pipelines",
    paragraphs: [
      "Somebody wanted to use this address for another account on Pipelines. It already has one, so nothing has been changed.",
    ],
    action: { label: "Log in", href: `${baseUrl}/login` },
    notes: ["If that was you, log in with this address."],
  };
}

export function emailChangeAskedNotice(baseUrl: string): Letter {
  return {
    subject: "A new e-mail address for your account",
    paragraphs: [
      "Somebody, probably you, asked to use another address for your account on Pipelines. This one stays until the other one is confirmed.",
    ],
    action: { label: "Choose a new password", href: `${baseUrl}/forgot-password` },
    notes: ["If it was not you, somebody knows your password: choose a new one now, which also stops this change."],
  };
}

export function emailChangedNotice(baseUrl: string): Letter {
  return {
    subject: "Your e-mail address was changed",
    paragraphs: ["Your account on Pipelines now has another e-mail address. This one no longer signs you in."],
    action: { label: "Open Pipelines", href: baseUrl },
    notes: ["If it was not you, write to whoever runs the site."],
  };
}

export function passwordChangedNotice(baseUrl: string): Letter {
  return {
    subject: "Your password was changed",
    paragraphs: ["The password of your account on Pipelines was changed, and the account was signed out elsewhere."],
    action: { label: "Choose another password", href: `${baseUrl}/forgot-password` },
    notes: ["If it was you, there is nothing to do. If it was not, choose another one now."],
  };
}

export function passkeyAddedNotice(baseUrl: string): Letter {
  return {
    subject: "A passkey was added to your account",
    paragraphs: ["Your account on Pipelines can now be opened with a new passkey."],
    action: { label: "See your passkeys", href: `${baseUrl}/settings` },
    notes: ["If it was not you, remove it there and choose a new password."],
  };
}

export function passkeyRemovedNotice(baseUrl: string): Letter {
  return {
    subject: "A passkey was removed from your account",
    paragraphs: ["A passkey no longer opens your account on Pipelines."],
    action: { label: "See your passkeys", href: `${baseUrl}/settings` },
    notes: ["If it was not you, choose a new password and sign out everywhere else."],
  };
}
