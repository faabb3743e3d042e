/**
 * The product's only error class and its closed list of codes. Every code has a status and a sentence here, and a line
 * in docs/errors.md; tests/architecture checks that they agree.
 */
// oxfmt-ignore
export const ERRORS = {
  "bad-request": { status: 400, sentence: "The request is not of the expected form." },
  "invalid-credentials": { status: 400, sentence: "Invalid username or password." },
  "email-in-use": { status: 400, sentence: "We could not create an account with this e-mail. If it is yours, log in instead." },
  "weak-password": { status: 400, sentence: "This password is too easy to guess. Choose a longer or less common one." },
  "fields-missing": { status: 400, sentence: "Must fill out all input fields." },
  "invalid-date": { status: 400, sentence: "Invalid Date" },
  "duplicate-company": { status: 400, sentence: "Duplicate Companies (See Guidelines)" },
  "profile-fields-missing": { status: 400, sentence: "All fields must be filled." },
  "invalid-username": { status: 400, sentence: "Invalid username." },
  "invalid-linkedin": { status: 400, sentence: "Invalid Linkedin username." },
  "invalid-amount": { status: 400, sentence: "Invalid amount provided." },
  "bad-picture": { status: 400, sentence: "This is not a picture we can read. Send a JPEG, PNG or WebP file with one frame and at most 24 megapixels." },
  "no-company-name": { status: 400, sentence: "No company name given." },
  "company-exists": { status: 400, sentence: "Company with the same name already exists." },
  "same-company": { status: 400, sentence: "A company cannot be merged into itself." },
  "no-code": { status: 400, sentence: "No code provided." },
  "incorrect-code": { status: 400, sentence: "Incorrect code." },
  "bad-link": { status: 400, sentence: "This link has been used or has expired." },
  "network-failed": { status: 400, sentence: "The sign-in through the network did not work. Start it again." },
  "network-away": { status: 400, sentence: "The network does not answer at the moment. Try again later, or log in with your password." },
  "passkey-failed": { status: 400, sentence: "The passkey did not work. Try again, or use your password." },
  "totp-needed": { status: 400, sentence: "Enter the code of your authenticator app." },
  "no-session": { status: 401, sentence: "Your session has ended. Log in again." },
  "cross-site": { status: 403, sentence: "This request did not come from our own pages." },
  "not-yours": { status: 403, sentence: "You can only change your own profile." },
  "not-admin": { status: 403, sentence: "You do not have permission to view this page." },
  "not-proven": { status: 403, sentence: "Confirm that it is you: enter your password again." },
  "not-for-access-tokens": { status: 403, sentence: "A personal access token cannot make this call. Log in." },
  "read-only-token": { status: 403, sentence: "This access token may only read." },
  "early-access": { status: 403, sentence: "Pipelines is coming soon. You need a code to come in." },
  "profile-not-found": { status: 404, sentence: "No such Profile." },
  "company-not-found": { status: 404, sentence: "Company not found." },
  "school-not-found": { status: 404, sentence: "School not found." },
  "picture-not-found": { status: 404, sentence: "There is no picture." },
  "merge-not-found": { status: 404, sentence: "There is no such merge." },
  "network-off": { status: 404, sentence: "This site has no sign-in through a network." },
  "not-found": { status: 404, sentence: "There is nothing at this address." },
  "method-not-allowed": { status: 405, sentence: "This address does not take that method." },
  "username-taken": { status: 409, sentence: "Username already taken." },
  "stale-revision": { status: 409, sentence: "This profile was changed somewhere else in the meantime." },
  "network-known-email": { status: 409, sentence: "There is already an account with this e-mail. Log in with its password, then connect the network in your settings." },
  "network-unproven-email": { status: 409, sentence: "There is an account with this e-mail, which nobody has confirmed yet. Take it over with its password, or start with an empty one." },
  "network-taken": { status: 409, sentence: "This identity is connected to another account." },
  "merge-held": { status: 409, sentence: "This merge cannot be undone: it already was, a later merge builds on it, or its name has a new company." },
  "too-many-passkeys": { status: 409, sentence: "An account has at most 20 passkeys. Remove one first." },
  "too-many-access-tokens": { status: 409, sentence: "An account has at most 20 access tokens. Revoke one first." },
  "last-way-in": { status: 409, sentence: "This is the only way into your account. Set a password first." },
  "recipients-changed": { status: 409, sentence: "The number of recipients has changed. Review and send again." },
  "idempotency-key-reused": { status: 409, sentence: "This Idempotency-Key was used for another message." },
  "body-too-large": { status: 413, sentence: "The request is too large." },
  "not-json": { status: 415, sentence: "Send the body as application/json." },
  "not-multipart": { status: 415, sentence: "Send the picture as multipart/form-data." },
  "unknown-expectation": { status: 417, sentence: "This server meets no expectation but 100-continue." },
  "too-many-requests": { status: 429, sentence: "Too many requests. Wait a moment and try again." },
  "headers-too-large": { status: 431, sentence: "The headers of the request are too large." },
  "server-error": { status: 500, sentence: "Something went wrong on our side." },
  "paths-not-ready": { status: 503, sentence: "Paths are being read. Try again in a moment." },
  "disk-full": { status: 503, sentence: "The disk of this site is full. Nothing can be saved until there is space again." },
  overloaded: { status: 503, sentence: "We are busy right now. Try again in a moment." },
} as const satisfies Record<string, { status: number; sentence: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One field of a form that cannot be accepted. `path` as in the body, e.g. `pipeline.2.title`. */
export type FieldIssue = { path: string; message: string };

export class AppError extends Error {
  /** By name, because in development the pages have a copy of this class: an error of the path engine is one, too. */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && value.name === "AppError";
  }

  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly FieldIssue[];
  /** Seconds, for 429 and 503. */
  readonly retryAfter: number | undefined;
  /** Further fields of the answer, e.g. the current state on 409. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      issues?: readonly FieldIssue[];
      retryAfter?: number;
      extra?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(options.message ?? ERRORS[code].sentence);
    this.name = "AppError";
    this.code = code;
    this.status = ERRORS[code].status;
    this.issues = options.issues ?? [];
    this.retryAfter = options.retryAfter;
    this.extra = options.extra ?? {};
  }
}

/** The code of a system error ("ENOENT"), or PostgreSQL's SQLSTATE ("40P01"). */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The message of anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
