import type { DateHints } from "#features/import/pure/read-date.ts";
import { chunksOf, splitAtCommas, withoutPlaces, type Chunk } from "./chunks.ts";
import { datesInLine, type LineDates } from "./dates-in-line.ts";
import { isDuration } from "./durations.ts";
import type { Line } from "./line.ts";
import { isPlace } from "./places.ts";
import { titleScore } from "./title-words.ts";

/** Groups a section's lines into entries: dates, and the lines that name them. */

export type Entry = {
  dates: LineDates | undefined;
  chunks: Chunk[];
  location: string;
  body: Line[];
  /** The line it begins with. */
  at: number;
  /** The line of its dates. */
  anchor: number;
  /** Its names are below its dates, although others in the section have them above. */
  isBelow: boolean;
  /** A line that names the company of the entries after it. */
  isGroup: boolean;
};

/** An entry without dates. */
export function entryAt(at: number, chunks: Chunk[]): Entry {
  return { dates: undefined, chunks, location: "", body: [], at, anchor: at, isBelow: false, isGroup: false };
}

type Grouped = {
  entries: Entry[];
  /** Lines that look like the beginning of an entry and belong to none. */
  loose: Line[];
};

type Marked = { line: Line; dates: LineDates | undefined; isHeader: boolean; isDuration: boolean };

/** Lines above the dates that name an entry. */
const MOST_BEFORE = 3;
/** Lines below the dates that name an entry. */
const MOST_AFTER = 2;
/** The longest line that names something, and the longest text beside dates. */
const LONGEST = 110;
const LONGEST_BESIDE = 200;
/** Lines with this many characters probably continue in the next line. */
const WRAPPED_FROM = 45;
const ABBREVIATION =
  /(?:^|[\s,(])(?:inc|ltd|co|corp|bros|llc|gmbh|e\.v|s\.a|s\.r\.l|s\.p\.a|a\.s|s\.l|b\.v|n\.v|o\.o|r\.o|jr|sr|dr|st|dept)\.$/iu;

/** True for a line that may name a job; false for a sentence, an item of a list, an address of a page. */
function isHeaderLike({ text, isBullet }: Line): boolean {
  if (isBullet || text.length > LONGEST || text.length < 2) return false;
  if (/[.!?;:,]$/u.test(text) && !ABBREVIATION.test(text)) return false;
  if (/^\p{Ll}/u.test(text) && titleScore(text) === 0) return false;
  return (
    !/https?:|www\.|@\p{L}+\.|^[^\p{L}]+$/u.test(text) &&
    !/^\p{L}[^:]{0,28}: /u.test(text) &&
    !/\p{L}{4}\. \p{Lu}/u.test(text)
  );
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
  if (
    before.length + after.length > (isRange ? LONGEST_BESIDE : LONGEST) ||
    /[.!?]$/u.test(after) ||
    /\p{L}{4}\. \p{Lu}/u.test(before)
  )
    return undefined;
  if (/^\p{Ll}/u.test(after) && before !== "" && !isPlace(after)) return undefined;
  if (isRange) return dates;
  // A single date counts only at the edge of a line, and not after "in" or "since the".
  return before === "" || after === ""
    ? /(?: in| of| im| en| since| by)$/iu.test(before)
      ? undefined
      : dates
    : undefined;
}

/** An item of a list that is a job has more than its dates. */
function itemDates(line: Line, hints: DateHints): LineDates | undefined {
  const dates = entryDates(line, hints);
  return dates?.isRange && dates.before + dates.after !== "" ? dates : undefined;
}

function mark(lines: readonly Line[], hints: DateHints, areItems: boolean): Marked[] {
  return lines.map((line) => ({
    line,
    dates: line.isBullet ? (areItems ? itemDates(line, hints) : undefined) : entryDates(line, hints),
    isHeader: isHeaderLike(areItems ? { ...line, isBullet: false } : line),
    isDuration: line.text.split(/ ?[·•|] ?/u).some(isDuration),
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
  for (let at = first - 1; at >= 0 && count < MOST_BEFORE; at -= 1) {
    const { line, isHeader, isDuration: isLength } = marked[at] ?? {};
    if (isLength) continue;
    if (!isHeader) break;
    count += 1;
    if (line?.isApart) break;
  }
  return count;
}

class Grouping {
  readonly #marked: readonly Marked[];
  readonly #anchors: readonly number[];
  readonly #before: number;
  readonly #styles: ReadonlySet<string>;
  readonly #used = new Set<number>();
  readonly entries: Entry[] = [];

  constructor(marked: readonly Marked[]) {
    this.#marked = marked;
    this.#anchors = marked.flatMap(({ dates }, at) => (dates ? [at] : []));
    const first = this.#anchors[0] ?? 0;
    this.#before = linesBefore(marked, first);
    const heads = marked.slice(Math.max(0, first - this.#before), first + 1).map(({ line }) => line.style);
    const bodies = marked.filter(({ line, isHeader }) => !isHeader && isText(line)).map(({ line }) => line.style);
    // Styles do not help if the text below has the same style.
    this.#styles = new Set(heads.filter((style) => style !== "" && !bodies.includes(style)));
  }

  /** The lines above the dates at `anchor` that name its entry, from `floor` on; a company of several titles apart. */
  #headAbove(anchor: number, floor: number): { lines: number[]; group: number | undefined } {
    const lines: number[] = [];
    // Dates after a blank line begin something.
    if (this.#marked[anchor]?.line.isApart) return { lines, group: undefined };
    for (let at = anchor - 1; at >= floor && lines.length < this.#before; at -= 1) {
      const one = this.#marked[at];
      if (!one) break;
      if (one.isDuration && !one.dates) {
        const above = this.#marked[at - 1];
        const isNamed = at - 1 >= floor && above?.isHeader === true;
        this.#used.add(at);
        return { lines, group: isNamed ? at - 1 : undefined };
      }
      if (!one.isHeader) break;
      if (this.#styles.size > 0 && !this.#styles.has(one.line.style)) break;
      lines.unshift(at);
      if (one.line.isApart && at > floor) break;
    }
    return { lines, group: undefined };
  }

  run(): void {
    let floor = 0;
    for (const [index, anchor] of this.#anchors.entries()) {
      const one = this.#marked[anchor];
      if (!one?.dates) continue;
      const next = this.#anchors[index + 1] ?? this.#marked.length;
      const { lines, group } = this.#headAbove(anchor, floor);
      if (group !== undefined) this.#addGroup(group);
      const chunks = [
        ...this.#texts(lines).flatMap(({ text, at }) => chunksOf(text, at)),
        ...sideChunks(one.dates, anchor),
      ];
      const begin = lines[0] ?? anchor;
      for (const at of [...lines, anchor]) this.#used.add(at);
      const isSame = index + 1 < this.#anchors.length && next === anchor + 1;
      const isGroup =
        isSame && chunks.length > 0 && namesIn(chunks).length === 1 && titleScore(chunks[0]?.text ?? "") === 0;
      const entry: Entry = { ...entryAt(begin, chunks), dates: one.dates, anchor, isGroup };
      floor = isGroup ? anchor + 1 : this.#below(entry, anchor, next, index + 1 < this.#anchors.length);
      this.entries.push(entry);
    }
  }

  /** The texts of the lines. A text over two lines of the same style is joined. */
  #texts(lines: readonly number[]): { text: string; at: number }[] {
    const texts: { text: string; at: number }[] = [];
    for (const at of lines) {
      const line = this.#marked[at]?.line;
      const before = this.#marked[at - 1]?.line;
      const last = texts.at(-1);
      const isWrapped = line && before && last && line.style !== "" && line.style === before.style;
      if (isWrapped && before.text.length >= WRAPPED_FROM && !line.isApart) last.text += ` ${line.text}`;
      else if (line) texts.push({ text: line.text, at });
    }
    return texts;
  }

  #addGroup(at: number): void {
    this.#used.add(at);
    this.entries.push({ ...entryAt(at, chunksOf(this.#marked[at]?.line.text ?? "", at)), isGroup: true });
  }

  /** Takes the lines below the dates that still name the entry or its place. Returns the index after them. */
  #below(entry: Entry, anchor: number, next: number, hasNext: boolean): number {
    const end = hasNext ? Math.max(anchor + 1, next - this.#before) : next;
    const most = entry.chunks.length > 0 && this.#before > 1 ? 0 : MOST_AFTER;
    let at = anchor + 1;
    for (; at < end && at <= anchor + most; at += 1) {
      const one = this.#marked[at];
      if (!one || one.dates || one.isDuration) break;
      const isNamed = namesIn(entry.chunks).length > 1;
      if (isPlace(one.line.text) && isNamed) break;
      if (!one.isHeader || isNamed || one.line.isApart) break;
      entry.chunks.push(...chunksOf(one.line.text, at));
      entry.isBelow = this.#before > 0;
      this.#used.add(at);
    }
    const place = this.#marked[at];
    if (place && at < next && !place.dates && isPlace(place.line.text)) {
      entry.location = place.line.text;
      this.#used.add(at);
      at += 1;
    }
    return at;
  }

  /** Remaining lines are the text of the entry before. A line that looks like an entry is reported. */
  finish(): Line[] {
    const loose: Line[] = [];
    let entry: Entry | undefined;
    const starts = new Map(this.entries.map((one) => [one.at, one]));
    for (const [at, { line, isHeader }] of this.#marked.entries()) {
      entry = starts.get(at) ?? entry;
      if (this.#used.has(at)) continue;
      const isStyled = this.#styles.has(line.style);
      // A line directly after such a line belongs to it.
      const before = this.#used.has(at - 1) ? undefined : this.#marked[at - 1]?.line;
      const isNext = before !== undefined && (before === loose.at(-1) || (before.isApart && !isText(before)));
      const isNamed =
        isHeader && (isStyled || line.isApart || isNext || entry === undefined || titleScore(line.text) > 1);
      if (isNamed) loose.push(line);
      else entry?.body.push(line);
    }
    return loose;
  }
}

/** Entries of a section, in its order. */
export function groupEntries(lines: readonly Line[], hints: DateHints): Grouped {
  const plain = mark(lines, hints, false);
  const marked = plain.some(({ dates }) => dates) ? plain : mark(lines, hints, true);
  const grouping = new Grouping(marked);
  grouping.run();
  return { loose: grouping.finish(), entries: grouping.entries };
}
