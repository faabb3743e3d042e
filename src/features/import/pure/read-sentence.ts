import { NO_DETAILS, type Education, type Position } from "#features/import/rules.ts";
import { isSchool } from "./document/schools.ts";
import { titleScore } from "./document/title-words.ts";
import { cleanCell } from "./read-csv.ts";
import { readDate } from "./read-date.ts";
import { readRange } from "./read-range.ts";
import { readSpan, rangeTexts, type Reader, type SpanTexts } from "./read-span.ts";

/** Reads a job or school from one line of text: "Engineer at Quarry Lane (2019 – 2021)". */

/** Longer texts are paragraphs. */
const LONGEST = 200;

/** The dates at the end of the text, and the text before them. */
function dated(text: string, reader: Reader): { head: string; texts: SpanTexts } | undefined {
  for (const { index } of text.matchAll(/[,(|:;–—-]/gu)) {
    const tail = text
      .slice(index + 1)
      .replace(/[).\]]$/u, "")
      .trim();
    const head = text.slice(0, index).trim();
    if (head === "" || tail === "") continue;
    // "Intern, Quarry Lane, 2018 – 2019": the dates begin behind the last comma.
    const comma = tail.indexOf(",");
    if (comma !== -1 && readRange(tail.slice(comma + 1), reader.hints)) continue;
    const range = readRange(tail, reader.hints) ? rangeTexts(tail, reader.hints) : undefined;
    if (range) return { head, texts: range };
    if (readDate(tail, reader.hints).is === "date")
      return { head, texts: { start: tail, end: undefined, isCurrent: false } };
  }
  return undefined;
}

const DOUBT = "One line of text: check which part is the title and which the company.";

/** Undefined if the text is not such a line: it lacks a date or a company. */
export function readSentence(reader: Reader, item: string, isVolunteer: boolean): Position | undefined {
  const text = cleanCell(item);
  const found = text.length > LONGEST ? undefined : dated(text, reader);
  if (!found) return undefined;
  const at = /^(.{2,80}?) (?:at|@) (.{2,80})$/u.exec(found.head);
  const parts = at ? [at[1] ?? "", at[2] ?? ""] : found.head.split(/, | [-–—|] /u);
  const [first = "", second = ""] = parts.map((part) => part.trim());
  // "Quarry Lane, Engineer"
  const isTurned = !at && titleScore(second) > titleScore(first);
  const [title, company] = isTurned ? [second, first] : [first, second];
  if (parts.length < 2 || title === "" || company === "") return undefined;
  const span = readSpan(reader, company, found.texts, false);
  return {
    from: { file: reader.file, line: 0 },
    company,
    companyId: "",
    title,
    location: "",
    description: "",
    ...span,
    kind: isVolunteer ? "other" : undefined,
    rating: 0,
    ...(at && parts.length === 2 ? {} : { doubt: DOUBT }),
  };
}

export function readSchoolSentence(reader: Reader, item: string): Education | undefined {
  const text = cleanCell(item);
  if (text.length > LONGEST) return undefined;
  const { head, texts } = dated(text, reader) ?? { head: text, texts: { start: "", end: "", isCurrent: false } };
  const parts = head.split(/, | [-–—|] | at /u).map((part) => part.trim());
  const school = parts.find(isSchool);
  if (school === undefined) return undefined;
  const isOne = texts.end === undefined && !texts.isCurrent;
  const { start, end } = readSpan(reader, school, isOne ? { ...texts, start: "", end: texts.start } : texts, false);
  const degree = parts.filter((part) => part !== school).join(", ");
  return { ...NO_DETAILS, from: { file: reader.file, line: 0 }, school, start, end, degree };
}
