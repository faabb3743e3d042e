import { fieldsOf } from "#core/fields.ts";
import { LIMITS, type KnownDate, type Problems } from "#features/import/rules.ts";
import { CURRENT } from "./end-words.ts";
import { textIn } from "./json.ts";
import { cutDate, readDate, type DateHints, type DateReading } from "./read-date.ts";
import { entryOf, isBlank, pick, textOfValue, type Entry } from "./read-fields.ts";
import { readRange } from "./read-range.ts";
import { CURRENT_FLAGS, END, PERIOD, SCHOOL_END, START } from "./section-names.ts";

/** The two dates of an entry, in any of the shapes that files give them. */

export type Reader = { file: string; problems: Problems; hints: DateHints };

export type Span = { start: KnownDate | undefined; end: KnownDate | undefined; isCurrent: boolean };

/** Start and end as texts; undefined if the entry has none. `isCurrent` if a field says so. */
export type SpanTexts = {
  start: string | undefined;
  end: string | undefined;
  isCurrent: boolean;
  /** A field says that the job has ended. */
  isOver?: boolean;
};

const two = (text: string): string => text.replace(/^-+/, "").padStart(2, "0");

/** Milliseconds and seconds since 1970 of the years that a life has. */
function ofStamp(text: string): string {
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return text;
  const stamp = new Date(Number(text.padEnd(13, "0")));
  return stamp.toISOString().slice(0, 10);
}

/** A date as text: the text itself, {year, month, day}, or an object's name. */
function dateText(value: unknown): string {
  const plain = textIn(value).trim();
  if (plain !== "") return ofStamp(plain);
  // [2019, 5]
  if (Array.isArray(value) && value.every((one) => typeof one === "number") && value.length <= 3)
    return value.join("-");
  const entry = entryOf(value);
  if ([...entry].some(([key, one]) => CURRENT.has(key) && !isNo(one))) return "present";
  if (typeof entry.get("date") === "object") return dateText(entry.get("date"));
  const year = textOfValue(entry.get("year"));
  if (/^\d{4}$/.test(year)) {
    const [month, day] = [textOfValue(entry.get("month")), textOfValue(entry.get("day"))];
    if (month === "" || /^-*0+$/.test(month)) return year;
    if (!/^-*\d{1,2}$/.test(month)) return `${month} ${year}`;
    return `${year}-${two(month)}${day === "" || /^-*0+$/.test(day) ? "" : `-${two(day)}`}`;
  }
  const date = textOfValue(entry.get("date"));
  return date === "" ? textOfValue(value).slice(0, LIMITS.cell) : date;
}

/** "startYear" and "startMonth" in two fields. */
function splitDate(entry: Entry, side: "start" | "end" | "from" | "to"): string {
  const [year, month] = [textOfValue(entry.get(`${side}year`)), textOfValue(entry.get(`${side}month`))];
  if (!/^\d{4}$/.test(year) || month === "") return "";
  return dateText({ year, month });
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === "string" && /^(?:true|yes|y|1|x)$/i.test(value.trim()));
}

function isNo(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === "string" && /^(?:false|no|n|0)$/i.test(value.trim()));
}

function sideText(entry: Entry, keys: readonly string[], splits: readonly ("start" | "end" | "from" | "to")[]): string {
  for (const side of splits) {
    const text = splitDate(entry, side);
    if (text !== "") return text;
  }
  return dateText(pick(entry, keys));
}

/** The entry's texts about its dates, also from within a period's object or text. */
export function spanTexts(entry: Entry, isSchool: boolean, hints: DateHints): SpanTexts {
  const isCurrent = CURRENT_FLAGS.some((key) => isYes(entry.get(key)));
  const isOver = !isCurrent && CURRENT_FLAGS.some((key) => isNo(entry.get(key)));
  const start = sideText(entry, START, ["start", "from"]);
  const end = sideText(entry, isSchool ? [...END, ...SCHOOL_END] : END, ["end", "to"]);
  if (start !== "" || end !== "") {
    // Two dates in the field of one.
    const range = end === "" ? rangeTexts(start, hints) : undefined;
    return range ? { ...range, isCurrent: isCurrent || range.isCurrent } : { start, end, isCurrent, isOver };
  }
  for (const key of PERIOD) {
    const value = entry.get(key);
    if (isBlank(value)) continue;
    const isMonth = Object.keys(fieldsOf(value)).length > 0 && /\d{4}/.test(textOfValue(entryOf(value).get("year")));
    if (Object.keys(fieldsOf(value)).length > 0 && !isMonth) {
      const inner = spanTexts(entryOf(value), isSchool, hints);
      if (inner.start !== undefined || inner.end !== undefined || inner.isCurrent) {
        return { ...inner, isCurrent: inner.isCurrent || isCurrent };
      }
    }
    const text = dateText(Array.isArray(value) ? value.map(dateText).join(" – ") : value);
    const range = rangeTexts(text, hints);
    if (range) return { ...range, isCurrent: isCurrent || range.isCurrent };
    if (readDate(text, hints).is === "date" || /\d{4}/.test(text)) {
      // A single date is the end of a school, but the start of a job with an unknown end.
      return isSchool ? { start: undefined, end: text, isCurrent } : { start: text, end: undefined, isCurrent };
    }
  }
  return { start: undefined, end: undefined, isCurrent };
}

/** The sides of a range as texts of their own. */
export function rangeTexts(text: string, hints: DateHints): SpanTexts | undefined {
  const range = readRange(text, hints);
  if (!range) return undefined;
  const side = (reading: DateReading): string | undefined =>
    reading.is === "date" ? cutDate(reading.known.date, reading.known.precision) : undefined;
  return { start: side(range.start), end: side(range.end), isCurrent: range.end.is === "current" };
}

/** The start at the end's precision: "2020" is not before "May 2020". */
function atLength(start: string, { precision }: KnownDate): string {
  if (precision === "day") return start;
  return precision === "month" ? `${start.slice(0, 7)}-01` : `${start.slice(0, 4)}-01-01`;
}

/** `place` names the entry: "Job 3 (Quarry Lane)". Line numbers of such files would not help. */
function dateIn(reader: Reader, place: string, text: string, side: "start" | "end"): DateReading {
  const reading = readDate(text, { ...reader.hints, side });
  const notice = reading.is === "date" ? reading.notice : undefined;
  const why = reading.is === "wrong" ? reading.why : notice;
  if (why !== undefined) reader.problems.add(reader.file, 0, `${place}: ${why}`);
  return reading;
}

/**
 * Reads the texts. A job is current if a field or a word says so, or if it has a start and an empty end. Without any
 * date this is unknown.
 */
export function readSpan(reader: Reader, place: string, texts: SpanTexts, isOpen: boolean): Span {
  const first = dateIn(reader, place, texts.start ?? "", "start");
  const last = dateIn(reader, place, texts.end ?? "", "end");
  const start = first.is === "date" ? first.known : undefined;
  const end = last.is === "date" ? last.known : undefined;
  if (start && end && end.date < atLength(start.date, end)) {
    reader.problems.add(reader.file, 0, `${place}: The end is before the start, so we left the end out.`);
    return { start, end: undefined, isCurrent: false };
  }
  const isLeftOpen = isOpen && last.is === "empty" && start !== undefined;
  return { start, end, isCurrent: !end && (texts.isCurrent || last.is === "current" || isLeftOpen) };
}
