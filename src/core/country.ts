const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Codes that Intl names although they are no country: unions, test texts, "unknown". */
const NO_COUNTRIES = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** The English name of an ISO 3166 alpha-2 code; '' for '' and for unknown codes. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) ? (names.of(code) ?? "") : "";
}
