/**
 * Legal forms at the end of company names, with the countries that use them. A form of another country means another
 * company: "Merck KGaA" is not the American Merck.
 */
const FORMS: readonly (readonly [forms: string, countries: string])[] = [
  ["inc incorporated llc llp lp corp corporation", "US CA JP KR TW PH AE"],
  ["ltd limited plc", "GB IE IN HK SG NG KE ZA AU NZ PK BD LK JP CN TW KR IL TH CA MY GH MT CY UG TZ BM"],
  ["co", "US CA JP KR CN TW TH HK"],
  ["gmbh mbh ggmbh ag kg kgaa ohg ug ev eg", "DE AT CH LI"],
  ["se", "DE AT FR NL BE LU SE NO DK FI ES IT PL CZ"],
  ["sa sas sasu sarl sl slu", "FR CH BE LU ES PT PL GR RO MC MA TN DZ SN CI BR AR MX CL CO PE UY EC"],
  ["spa srl", "IT CL RO BE AR DZ MX"],
  ["bv nv vof cv", "NL BE CW"],
  ["ab", "SE FI"],
  ["oy oyj", "FI"],
  ["as asa a/s aps", "NO DK EE CZ SK TR LV"],
  ["kft zrt nyrt", "HU"],
  ["sro", "CZ SK"],
  ["doo dd ad", "RS HR SI BA ME BG MK"],
  ["sp zoo", "PL"],
  ["pty", "AU ZA"],
  ["pvt private", "IN PK LK BD NP"],
  ["pte", "SG"],
  ["bhd sdn", "MY"],
  ["kk yk", "JP"],
  ["ооо ао пао зао", "RU BY KZ"],
  ["ltda eireli me cia", "BR CL CO PT EC BO"],
  ["hf ehf", "IS"],
];

const COUNTRIES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  FORMS.flatMap(([forms, countries]) => forms.split(" ").map((form) => [form, new Set(countries.split(" "))] as const)),
);

export function isLegalForm(word: string): boolean {
  return COUNTRIES.has(word);
}

/** Can a company of this country have these legal forms? True if its country is unknown. */
export function fitsForms(forms: readonly string[], country: string): boolean {
  return country === "" || forms.every((form) => COUNTRIES.get(form)?.has(country) ?? true);
}
