import { isPlainText } from "./text.ts";

const MAX_EMAIL = 254;

/** One @, a dot in the domain, no spaces or control characters. Only a delivered mail shows that the address exists. */
const EMAIL = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}.]+(?:\.[^\s@<>()[\],;:\\"\p{Cc}.]+)+$/u;

/** Lookalikes that NFKC folds together (ａ and a, ﬁ and fi) would make two mailboxes one account. */
function isOneSpelling(text: string): boolean {
  return text.normalize("NFKC") === text.normalize("NFC") && !/\p{Default_Ignorable_Code_Point}/u.test(text);
}

export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL && EMAIL.test(email) && isPlainText(email) && isOneSpelling(email);
}

/** The key under which an e-mail is unique. */
export function emailKey(email: string): string {
  return email.normalize("NFKC").toLowerCase();
}

const DISPLACED = "old:";

/**
 * The new name of an account whose e-mail address went to the account of its proven owner. It is not a valid address,
 * so nobody can sign up with it. The account's password still works at the login.
 */
export function displacedEmail(email: string): string {
  return `${DISPLACED}${email}`.slice(0, MAX_EMAIL);
}

export function isDisplacedEmail(email: string): boolean {
  return email.startsWith(DISPLACED);
}
