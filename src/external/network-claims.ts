import { fieldsOf, type Fields } from "#core/fields.ts";

/** What a network says about a person who signs in. Missing texts are ''. */
export type NetworkIdentity = {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  givenName: string;
  familyName: string;
  /** ISO 3166 alpha-2, upper case. */
  country: string;
  /** ISO 639, lower case. */
  language: string;
  /** An https address that the network chose. Fetch it only by fetchPicture. */
  picture: string;
  vanityName: string;
};

/** One line of limited length in one direction, because strangers write these claims. */
function textOf(value: unknown, max: number): string {
  if (typeof value !== "string" || !value.isWellFormed()) return "";
  return value
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .slice(0, max);
}

function localeOf(value: unknown): { country: string; language: string } {
  const given = fieldsOf(value);
  const [language = "", ...rest] = typeof value === "string" ? value.split(/[-_]/) : [textOf(given["language"], 8)];
  const country =
    typeof value === "string" ? (rest.findLast((part) => /^[A-Za-z]{2}$/.test(part)) ?? "") : given["country"];
  return {
    language: /^[A-Za-z]{2,3}$/.test(language) ? language.toLowerCase() : "",
    country: typeof country === "string" && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : "",
  };
}

function pictureOf(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  return text.length <= 2_000 && URL.canParse(text) && new URL(text).protocol === "https:" ? text : "";
}

/**
 * Reads the claims of a network in its various forms. An e-mail and its verification count only from the same source:
 * the user-info answer, otherwise the ID token.
 */
export function readClaims(
  issuer: string,
  subject: string,
  sources: { idToken: Fields; userInfo: Fields },
): NetworkIdentity {
  const { idToken, userInfo } = sources;
  const all = { ...idToken, ...userInfo };
  const mail = typeof userInfo["email"] === "string" ? userInfo : idToken;
  const verified = mail["email_verified"];
  const email = typeof mail["email"] === "string" && !/[\s\p{Cc}]/u.test(mail["email"]) ? mail["email"] : "";
  const vanity = textOf(all["vanity_name"], 101);
  return {
    issuer,
    subject,
    email: email.length <= 254 ? email : "",
    // Some networks write the boolean as a text.
    emailVerified: email !== "" && (verified === true || verified === "true"),
    givenName: textOf(all["given_name"], 80),
    familyName: textOf(all["family_name"], 80),
    ...localeOf(all["locale"]),
    picture: pictureOf(all["picture"]),
    vanityName: /^[A-Za-z0-9-]{1,100}$/.test(vanity) ? vanity : "",
  };
}
