import { isPlainText } from "./text.ts";

export const MAX_EMAIL = 254;

/** One @, a dot in the domain, no spaces or control characters. Whether it exists is only known once a mail arrived. */
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
 * What an account is called whose e-mail went to its proven owner's own account: no mailbox, and nothing that anybody
 * could sign up with. Its password still opens it, see the login.
 */
export function displacedEmail(email: string): string {
  return `${DISPLACED}${email}`.slice(0, MAX_EMAIL);
}

export function isDisplacedEmail(email: string): boolean {
  return email.startsWith(DISPLACED);
}
