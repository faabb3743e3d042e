/** The address of this site. */
export const SITE = /^https?:\/\/[^\s/\\?#@]+$/;

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#@*A-Z]+$/;

/**
 * Is it written as browsers send it in the header Origin, without the usual port (443, 80)? Apps send origins with a
 * scheme of their own, which are taken as they are.
 */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && (!/^https?:/.test(text) || URL.parse(text)?.origin === text);
}

export const ISSUER = /^(?:https:\/\/[^?#\s]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/[^?#\s]*)?)$/;

/**
 * The same addresses as src/external/form-service.ts accepts. It would refuse others, and sending would fail for a day.
 */
export const FORM_SERVICE =
  /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?)(?:[/?][^\s#]*)?$/;

/** An S3 address. The bucket's name is the path, or the first part of the host's name. */
export const BUCKET =
  /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?)(?:\/[^\s/?#]+)?\/?$/;

/** ClickHouse over HTTP: its user, password and database may be in the address. */
export const CLICKHOUSE = /^https?:\/\/[^\s/?#]+(?:\/\w*)?$/;

/** A check that a setting is an address of this form. */
export function isAddress(form: RegExp): (value: string) => boolean {
  return (value) => form.test(value) && URL.canParse(value);
}
