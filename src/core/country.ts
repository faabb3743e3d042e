const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The English name of an ISO 3166 alpha-2 code; '' for '' and for unknown codes. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? "") : "";
}
