/**
 * A letter in words, before it becomes HTML and plain text: the mail slice
 * renders it when it sends. A letter never names an employer or a pipeline.
 */
export type Letter = {
  subject: string;
  paragraphs: readonly string[];
  /** One link, shown as a button; an address below BASE_URL. */
  action?: { label: string; href: string };
  /** Small print under the button. */
  notes?: readonly string[];
};

/** Mails the site sends to one person on that person's own asking. */
export type MailKind =
  | "verify-email"
  | "reset-password"
  | "change-email"
  | "account-notice"
  | "newsletter-confirm"
  | "broadcast"
  | "test";
