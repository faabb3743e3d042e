import { countryName } from "#core/country.ts";
import type { UserInfo } from "./schema.ts";

/** The longest time from the button to the return, and from the return to the login. */
export const FLOW_LIFE_MS = 10 * 60_000;
export const TICKET_LIFE_MS = 5 * 60_000;

/** Registered at the network as the return address. */
export const RETURN_PATH = "/login/network";

/** Messages about a network sign-in; `name` is the network's name. */
export const SENTENCES = {
  denied: (name: string) => `You did not allow ${name} to tell us who you are. Nothing has changed.`,
  stale: (name: string) =>
    `This sign-in with ${name} was not begun here, was used already, or took longer than ten minutes. Start it again.`,
  refused: (name: string) => `What came back from ${name} could not be trusted. Start the sign-in again.`,
  away: (name: string) => `${name} does not answer at the moment. Try again later, or log in with your password.`,
  noEmail: (name: string) => `${name} did not tell us your e-mail, and an account needs one. Sign up with an e-mail.`,
  suspended: () => "This account cannot be used at the moment.",
  known: (name: string) =>
    `There is already an account with this e-mail. Log in with its password, then connect ${name} in your settings.`,
  unproven: (name: string) =>
    `There is an account with this e-mail, which nobody has confirmed yet. As ${name} confirms that the e-mail is yours, you can take it over with its password, or start with an empty account.`,
  startedEmpty: () =>
    "Your account is new and empty. Whoever recorded something under your e-mail before keeps it, without the e-mail.",
  confirmFirst: (name: string) => `Confirm your e-mail first, then connect ${name}.`,
  connected: (name: string) => `${name} is connected. You can log in with it from now on.`,
  reclaimed: (name: string) =>
    `${name} is connected and your e-mail is confirmed. The earlier password and all other sessions have ended; set a new password if you want one.`,
} as const;

export type IdentityFields = { firstName: string; lastName: string; location: string; linkedin: string };

/** The empty fields of a profile that the network can fill. */
export function missingFields(stored: IdentityFields, given: Partial<IdentityFields>): Partial<IdentityFields> {
  const missing: Partial<IdentityFields> = {};
  for (const field of ["firstName", "lastName", "location", "linkedin"] as const) {
    const text = given[field]?.trim() ?? "";
    if (stored[field] === "" && text !== "") missing[field] = text;
  }
  return missing;
}

type Claims = {
  email: string;
  givenName: string;
  familyName: string;
  country: string;
  language: string;
  picture: string;
  vanityName: string;
};

export function toIdentityFields(claims: Claims): IdentityFields {
  return {
    firstName: claims.givenName,
    lastName: claims.familyName,
    location: countryName(claims.country),
    linkedin: claims.vanityName,
  };
}

/** @param handle our one-time handle, which takes the place of the network's token */
export function toUserInfo(claims: Claims, handle: string): UserInfo {
  return {
    token: handle,
    email: claims.email,
    given_name: claims.givenName,
    family_name: claims.familyName,
    locale: { country: claims.country, language: claims.language },
    picture: claims.picture,
    vanity_name: claims.vanityName,
  };
}
