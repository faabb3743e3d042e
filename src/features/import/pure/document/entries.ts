import type { DateHints } from "#features/import/pure/read-date.ts";
import { chunksOf, splitAtCommas, withoutPlaces, type Chunk } from "./chunks.ts";
import { datesInLine, type LineDates } from "./dates-in-line.ts";
import { isDuration } from "./durations.ts";
import type { Line } from "./line.ts";
import { isPlace } from "./places.ts";
import { titleScore } from "./title-words.ts";

/**
 * Groups a section's lines into entries:
 *
 *     Quarry Lane      a group: a company above its titles, known by the duration below it
 *     5 years
 *     Engineer         a line above the dates names the entry, with others a line below
 *     2019 – 2021      the dates; every entry of a section has them
 *     Lisbon           its place
 *     Built bridges.   its body
 */

export type Entry = {
  dates: LineDates | undefined;
  chunks: Chunk[];
  location: string;
  body: Line[];
  /** The number of its first line in the document. */
  line: number;
  /** The index of its dates among the section's lines, as a chunk's `line`. */
  anchor: number;
  /** Its names are below its dates, although others in the section have them above. */
  isBelow: boolean;
  /** A line that names the company of the entries after it. */
  isGroup: boolean;
};

/** An entry without dates. */
export function entryAt(line: number, chunks: Chunk[]): Entry {
  return { dates: undefined, chunks, location: "", body: [], line, anchor: 0, isBelow: false, isGroup: false };
}

type Grouped = {
  entries: Entry[];
  /** Lines that look like the beginning of an entry and belong to none: up to three consecutive ones each. */
  loose: Line[][];
};

type Marked = { line: Line; dates: LineDates | undefined; isHeader: boolean; hasDuration: boolean };

/** Lines above the dates that name an entry. */
const MOST_BEFORE = 3;
/** Lines below the dates that name an entry. */
const MOST_AFTER = 2;
/** Lines that name an entry without dates. */
const MOST_LOOSE = 3;
/** The longest line that names something, and the longest text beside dates. */
const LONGEST = 110;
const LONGEST_BESIDE = 200;
/** Lines with this many characters probably continue in the next line. */
const WRAPPED_FROM = 45;
/** The end of a sentence, and the beginning of the next. */
const NEXT_SENTENCE = /\p{L}{4}\. \p{Lu}/u;
const ABBREVIATION =
  /(?:^|[\s,(])(?:inc|ltd|co|corp|bros|llc|gmbh|e\.v|s\.a|s\.r\.l|s\.p\.a|a\.s|s\.l|b\.v|n\.v|o\.o|r\.o|jr|sr|dr|st|dept)\.$/iu;

/** True for a line that may name a job; false for a sentence, an item of a list, an address of a page. */
function isHeaderLike({ text, isBullet }: Line): boolean {
  if (isBullet || text.length > LONGEST || text.length < 2) return false;
  if (/[.!?;:,]$/u.test(text) && !ABBREVIATION.test(text)) return false;
  if (/^\p{Ll}/u.test(text) && titleScore(text) === 0) return false;
  const hasLabel = /^\p{L}[^:]{0,28}: /u.test(text);
  return !hasLabel && !NEXT_SENTENCE.test(text) && !/https?:|www\.|@\p{L}+\.|^[^\p{L}]+$/u.test(text);
}

/** True for a description of a job: a list item, or a sentence. */
function isText({ text, isBullet }: Line): boolean {
  return isBullet || text.length > LONGEST || (text.length > 30 && /[.!?]$/u.test(text));
}

/** Dates that begin or end an entry. Dates within a sentence are ignored. */
function entryDates(line: Line, hints: DateHints): LineDates | undefined {
  const dates = datesInLine(line.text, hints);
  if (!dates) return undefined;
  const { before, after, isRange } = dates;
  const isInSentence =
    before.length + after.length > (isRange ? LONGEST_BESIDE : LONGEST) ||
    /[.!?]$/u.test(after) ||
    NEXT_SENTENCE.test(before) ||
    (before !== "" && /^\p{Ll}/u.test(after) && !isPlace(after));
  // A single date counts only at the edge of a line, and not after "in" or "since".
  const isAtEdge = before === "" || (after === "" && !/(?: in| of| im| en| since| by)$/iu.test(before));
  return isInSentence || !(isRange || isAtEdge) ? undefined : dates;
}

/** An item of a list that is a job has more than its dates. */
function itemDates(line: Line, hints: DateHints): LineDates | undefined {
  const dates = entryDates(line, hints);
  return dates?.isRange && dates.before + dates.after !== "" ? dates : undefined;
}

/** @param areItems may items of a list be entries? */
function mark(lines: readonly Line[], hints: DateHints, areItems: boolean): Marked[] {
  return lines.map((line) => ({
    line,
    dates: line.isBullet ? (areItems ? itemDates(line, hints) : undefined) : entryDates(line, hints),
    isHeader: isHeaderLike(areItems ? { ...line, isBullet: false } : line),
    hasDuration: line.text.split(/ ?[·•|] ?/u).some(isDuration),
  }));
}

/** Pieces that may be title or company, without places and texts that say nothing. */
function namesIn(chunks: readonly Chunk[]): Chunk[] {
  const { left } = withoutPlaces(chunks);
  const [only] = left;
  return left.length === 1 && only ? splitAtCommas(only) : left;
}

function sideChunks({ before, after }: LineDates, line: number): Chunk[] {
  return [...chunksOf(before, line), ...chunksOf(after, line)];
}

/** How many lines above the first entry's dates name it. The other entries have as many. */
function linesBefore(marked: readonly Marked[], first: number): number {
  const dates = marked[first]?.dates;
  // If title and company are beside the dates, no line above belongs to the entry.
  if (dates && withoutPlaces(sideChunks(dates, first)).left.length > 1) return 0;
  if (marked[first]?.line.isApart) return 0;
  let count = 0;
  for (const { line, isHeader, hasDuration } of marked.slice(0, first).toReversed()) {
    if (hasDuration) continue;
    if (!isHeader) break;
    count += 1;
    if (line.isApart || count === MOST_BEFORE) break;
  }
  return count;
}

/** The styles of the lines that name the first entry. They do not help if the text below has the same style. */
function headStyles(marked: readonly Marked[], first: number, before: number): ReadonlySet<string> {
  const heads = marked.slice(Math.max(0, first - before), first + 1).map(({ line }) => line.style);
  const bodies = marked.filter(({ line, isHeader }) => !isHeader && isText(line)).map(({ line }) => line.style);
  return new Set(heads.filter((style) => style !== "" && !bodies.includes(style)));
}

/** Indexes are those of the section's lines. */
class Grouping {
  readonly #marked: readonly Marked[];
  readonly #before: number;
  readonly #styles: ReadonlySet<string>;
  /** Lines that name an entry, with its dates, place and duration. */
  readonly #used = new Set<number>();
  /** Entries by the index of their first line. */
  readonly #starts = new Map<number, Entry>();

  constructor(marked: readonly Marked[]) {
    this.#marked = marked;
    const first = Math.max(
      0,
      marked.findIndex(({ dates }) => dates),
    );
    this.#before = linesBefore(marked, first);
    this.#styles = headStyles(marked, first, this.#before);
  }

  read(): Grouped {
    const dated = this.#marked.flatMap(({ dates }, anchor) => (dates ? [{ dates, anchor }] : []));
    // Lines before it belong to earlier entries.
    let floor = 0;
    for (const [index, { dates, anchor }] of dated.entries()) {
      const next = dated[index + 1]?.anchor;
      const above = this.#namesAbove(anchor, floor);
      const chunks = [...this.#chunks(above), ...sideChunks(dates, anchor)];
      // A company with the dates of all its titles, directly above those of the first.
      const isGroup = next === anchor + 1 && namesIn(chunks).length === 1 && titleScore(chunks[0]?.text ?? "") === 0;
      const entry = this.#add([...above, anchor], { chunks, dates, anchor, isGroup });
      floor = isGroup ? anchor + 1 : this.#addBelow(entry, next);
    }
    return { loose: this.#readRest(), entries: [...this.#starts.values()] };
  }

  /** Adds an entry that these lines name. */
  #add(lines: readonly number[], more: Partial<Entry> & { chunks: Chunk[] }): Entry {
    const [first = 0] = lines;
    const entry = { ...entryAt(this.#marked[first]?.line.at ?? 0, more.chunks), ...more };
    this.#starts.set(first, entry);
    for (const at of lines) this.#used.add(at);
    return entry;
  }

  /** The lines above the dates at `anchor` that name its entry, from `floor` on. Adds a group that is above them. */
  #namesAbove(anchor: number, floor: number): number[] {
    const lines: number[] = [];
    // Dates after a blank line begin something.
    if (this.#marked[anchor]?.line.isApart) return lines;
    for (let at = anchor - 1; at >= floor && lines.length < this.#before; at -= 1) {
      const one = this.#marked[at];
      if (one?.hasDuration) {
        this.#used.add(at);
        const company = this.#marked[at - 1];
        if (at > floor && company?.isHeader) {
          this.#add([at - 1], { chunks: chunksOf(company.line.text, at - 1), isGroup: true });
        }
        break;
      }
      if (!one?.isHeader || (this.#styles.size > 0 && !this.#styles.has(one.line.style))) break;
      lines.unshift(at);
      if (one.line.isApart) break;
    }
    return lines;
  }

  /** The pieces of consecutive lines. A text over two lines of the same style is joined. */
  #chunks(lines: readonly number[]): Chunk[] {
    const texts: { text: string; at: number }[] = [];
    for (const at of lines) {
      const line = this.#marked[at]?.line;
      const before = this.#marked[at - 1]?.line;
      const last = texts.at(-1);
      const isWrapped = line && before && last && line.style !== "" && line.style === before.style;
      if (isWrapped && before.text.length >= WRAPPED_FROM && !line.isApart) last.text += ` ${line.text}`;
      else if (line) texts.push({ text: line.text, at });
    }
    return texts.flatMap(({ text, at }) => chunksOf(text, at));
  }

  /** Takes the lines below the dates that still name the entry or its place. @returns the index after them */
  #addBelow(entry: Entry, next: number | undefined): number {
    const end = next === undefined ? this.#marked.length : next - this.#before;
    const most = entry.chunks.length > 0 && this.#before > 1 ? 0 : MOST_AFTER;
    let at = entry.anchor + 1;
    for (; at < end && at <= entry.anchor + most; at += 1) {
      const one = this.#marked[at];
      if (!one?.isHeader || one.hasDuration || one.line.isApart || namesIn(entry.chunks).length > 1) break;
      entry.chunks.push(...chunksOf(one.line.text, at));
      entry.isBelow = this.#before > 0;
      this.#used.add(at);
    }
    const place = this.#marked[at];
    if (!place || place.dates || !isPlace(place.line.text)) return at;
    entry.location = place.line.text;
    this.#used.add(at);
    return at + 1;
  }

  /** Remaining lines are the text of the entry before. Returns those that look like an entry. */
  #readRest(): Line[][] {
    const loose: Line[][] = [];
    let entry: Entry | undefined;
    for (const [at, { line, isHeader }] of this.#marked.entries()) {
      entry = this.#starts.get(at) ?? entry;
      if (this.#used.has(at)) continue;
      const run = loose.at(-1);
      const before = this.#used.has(at - 1) ? undefined : this.#marked[at - 1]?.line;
      const isAfterLoose = before !== undefined && before === run?.at(-1);
      const isAfterHead = before !== undefined && before.isApart && !isText(before);
      const isMarked = this.#styles.has(line.style) || line.isApart || isAfterLoose || isAfterHead;
      if (!isHeader || !(isMarked || entry === undefined || titleScore(line.text) > 1)) entry?.body.push(line);
      else if (run && isAfterLoose && run.length < MOST_LOOSE && !line.isApart) run.push(line);
      else loose.push([line]);
    }
    return loose;
  }
}

/** Entries of a section, in its order. */
export function groupEntries(lines: readonly Line[], hints: DateHints): Grouped {
  const plain = mark(lines, hints, false);
  return new Grouping(plain.some(({ dates }) => dates) ? plain : mark(lines, hints, true)).read();
}
