import { foldText } from "#core/text.ts";
import { NO_DETAILS, type Education } from "#features/import/rules.ts";
import type { Reader } from "#features/import/pure/read-span.ts";
import { chunksOf, commaParts, type Chunk } from "./chunks.ts";
import type { Entry } from "./entries.ts";
import type { Line } from "./line.ts";
import { schoolDates } from "./spans.ts";

/** Finds the schools of a document, only by words such as "University". */

const SCHOOL =
  /universit|univerz|univers[iy]d|uniwersyt|yliopisto|egyetem|sveucilis|üniversite|college|colegio|collège|kolleg|school|schule|skola|skole|koulu|szkola|scuola|escola|escuela|ecole|école|lycee|liceo|liceu|lise|lisesi|gymnasi|gimnaz|instituto?|institute|academy|akadem|academia|académie|accademia|polytechn|politecni|politechn|hochschule|faculty|faculte|facultad|högskola|hogskola|hogeschool|høyskole|hojskole|berufskolleg|internat|seminar|conservator|университет|институт|академия|школа|лицей|гимназия|колледж|університет|інститут|академія|ліцей|πανεπιστημιο|σχολη|λυκειο|大学|大學|学院|學院|高校|高等学校|中学|대학|고등학교|학교|universitas|sekolah|^mit$|^eth|^epfl|^ucl$|^kth|^hec |^esade|^insead|^tum$|^rwth/u;
const DEGREE =
  /bachelor|master|b\.?sc|m\.?sc|^b\.?a\.?[ ,(]|^m\.?a\.?[ ,(]|\bmba\b|ph\.?d|doctor|diplom|degree|licen[cs]|grado|mestr|bacharel|titulo|tecnic[oa] superior|civilingenj|inzenyr|inzynier|abitur|a-levels|gcse|baccal|bachiller|laurea|magist|maturit|certificate|associate of|ingenieur|engineering$|lisans|бакалавр|магистр|специалист|диплом|学士|修士|博士|本科|硕士|학사|석사|박사|sarjana/u;

export function isSchool(text: string): boolean {
  return SCHOOL.test(foldText(text).slice(0, 200));
}

function isDegree(text: string): boolean {
  return DEGREE.test(foldText(text).slice(0, 200));
}

/** The piece that names a school, without its town. */
function schoolIn(chunks: readonly Chunk[]): string {
  const named =
    chunks.find(({ text }) => isSchool(text) && !isDegree(text)) ?? chunks.find(({ text }) => isSchool(text));
  if (!named) return "";
  const parts = commaParts(named.text);
  const at = parts.findIndex((part) => isSchool(part) && !isDegree(part));
  if (at === -1) return named.text;
  // "University of Westmark, Harbour" is one name; "BSc, Harbour College" and "Harbour College, BSc" are two.
  if (at > 0) return parts[at] ?? "";
  const degree = parts.findIndex((part) => isDegree(part));
  return degree === -1 ? named.text : parts.slice(0, degree).join(", ");
}

/** The school of an entry; undefined if none of its pieces names one. */
export function schoolOf(reader: Reader, entry: Entry): Education | undefined {
  const school = schoolIn(entry.chunks);
  if (school === "") return undefined;
  const degree = entry.chunks
    .flatMap(({ text }) => (text === school ? [] : commaParts(text)))
    .filter((part) => part !== school)
    .join(", ");
  const from = { file: reader.file, line: entry.line };
  return { ...NO_DETAILS, from, school, ...schoolDates(reader, school, entry.dates), degree };
}

/** Schools without any dates: lines that name one. */
export function undatedSchools(reader: Reader, lines: readonly Line[]): Education[] {
  return lines.flatMap((line) => {
    const school = schoolIn(chunksOf(line.text, 0));
    if (school === "" || line.isBullet) return [];
    return [{ ...NO_DETAILS, from: { file: reader.file, line: line.at }, school }];
  });
}
