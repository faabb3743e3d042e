import { countryName } from "#core/country.ts";
import { foldText } from "#core/text.ts";

/** Languages in which country names are recognised: those that people's network pages use. */
const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "pl", "cs", "tr", "ru", "ja", "zh"];

const MORE: Readonly<Record<string, string>> = {
  usa: "US",
  "u.s.a.": "US",
  "u.s.": "US",
  uk: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "northern ireland": "GB",
  holland: "NL",
  "south korea": "KR",
  "czech republic": "CZ",
  turkey: "TR",
};

let known: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  if (known) return known;
  const codes = new Map<string, string>();
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  // Current countries only: with an English name, and no alias of another code.
  const all = [...letters]
    .flatMap((a) => [...letters].map((b) => a + b))
    .filter((code) => countryName(code) !== "" && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const code of all) {
      const name = names.of(code);
      if (name !== undefined && !codes.has(foldText(name))) codes.set(foldText(name), code);
    }
  }
  for (const [name, code] of Object.entries(MORE)) codes.set(name, code);
  known = codes;
  return codes;
}

/** The country of a code in any case. "uk" is common, but not the code of Great Britain. '' if it is none. */
export function countryOfCode(code: string): { countryCode: string; countryName: string } {
  const written = /^[a-z]{2}$/i.test(code) ? (new Intl.Locale(`und-${code}`).region ?? "") : "";
  return { countryCode: countryName(written) === "" ? "" : written, countryName: countryName(written) };
}

/** The country of "Berlin, Berlin, Germany"; '' if the last part is not a country. */
export function countryOf(place: string): { countryCode: string; countryName: string } {
  const last = place.split(/[,，、]/u).at(-1) ?? "";
  const code = codesByName().get(foldText(last)) ?? "";
  return { countryCode: code, countryName: countryName(code) };
}
