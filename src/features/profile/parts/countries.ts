import { countryName } from "#core/country.ts";
import { foldText, searchTerms } from "#core/text.ts";

/** The codes of ISO 3166-1 alpha-2, and XK, the provisional code of Kosovo. */
export const COUNTRY_CODES: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
  IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
  TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/u);

/** Other names that people type for a country. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: "UAE",
  CD: "DRC, Democratic Republic of the Congo, Zaire",
  CG: "Republic of the Congo",
  CI: "Ivory Coast",
  CV: "Cabo Verde",
  CZ: "Czech Republic",
  DE: "Deutschland",
  GB: "UK, Great Britain, England, Scotland, Wales, Northern Ireland",
  KP: "DPRK",
  KR: "Republic of Korea",
  MM: "Burma",
  MK: "Macedonia",
  NL: "Holland",
  SZ: "Swaziland",
  TL: "East Timor",
  TR: "Turkey",
  US: "USA, America",
  VA: "Holy See",
};

type Country = { code: string; name: string };
type Known = Country & { terms: string[]; others: string[] };

const MAX_TERM = 80;
let known: Known[] | undefined;

/** All countries by name. Built on first use, because few pages need it. */
function allKnown(): Known[] {
  known ??= COUNTRY_CODES.map((code): Known => {
    const name = countryName(code);
    const others = (OTHER_NAMES[code] ?? "").split(", ").filter((other) => other !== "");
    return {
      code,
      name,
      terms: searchTerms(name, MAX_TERM),
      others: [code.toLowerCase(), ...others.flatMap((other) => searchTerms(other, MAX_TERM))],
    };
  }).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return known;
}

/** Shortest text that finds other names by their beginning. Shorter ones would list countries that do not contain the text. */
const CLEAR = 4;

/**
 * Finds countries whose name, or a word of it, begins with the text. Ignores case and accents. An exact name comes
 * first, then names that begin with the text. '' finds all.
 */
export function findCountries(text: string): Country[] {
  const wanted = foldText(text);
  const begins = (term: string): boolean => term.startsWith(wanted);
  const rankOf = ({ terms, others }: Known): number => {
    if (others.includes(wanted)) return 0;
    if (begins(terms[0] ?? "")) return 1;
    return terms.some(begins) || (wanted.length >= CLEAR && others.some(begins)) ? 2 : 3;
  };
  return allKnown()
    .map((country) => ({ country, rank: rankOf(country) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ country: { code, name } }) => ({ code, name }));
}
