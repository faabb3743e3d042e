import { fetchCompanies, fetchLines, fetchStarts, fetchWordings } from "#features/path/pure/columns/fetch.ts";
import { NO_ROLE } from "#features/path/pure/columns/layout.ts";
import { Times } from "#features/path/pure/columns/times.ts";
import { LineBatch } from "./line-batch.ts";
import type { State } from "./state.ts";
import type { Subject } from "./subject.ts";

/** What a neighbour and the subject have in common, as facets of the columns. */
export type Shared = { companies: number[]; hasSchool: boolean; hasTitle: boolean };

/** Weights are rounded: sums in another order differ in the last digits, which must not decide the order of lines. */
const WEIGHT_STEPS = 1e9;
/** Stands in the array of counts for a line that was already compared. */
const ALREADY_COMPARED = 255;

/** Finds the lines that share enough with a subject at its age. The fields describe one neighbour at a time. */
export class Neighbours {
  /** The month in which it had the subject's age. */
  atAge = 0;
  /** True if that month is known only to the year. */
  isOnYear = false;
  weight = 0;
  /** The sum of months between the starts of what is shared. */
  distance = 0;
  #hasSchool = false;
  #hasTitle = false;
  readonly #state: State;
  readonly #subject: Subject;
  readonly #times: Times;
  readonly #own: number;
  /** The subject's companies, the month each began in, and how rare each is. */
  readonly #asked: Int32Array;
  readonly #starts: Int32Array;
  readonly #rarities: Float64Array;
  /** Those of the subject's companies that the neighbour shares: the first `#companyCount` items. */
  readonly #companies: Int32Array;
  #companyCount = 0;
  readonly #schoolRarity: number;
  readonly #titleRarity: number;
  // Columns do not change during a question.
  readonly #offset: Uint32Array;
  readonly #company: Int32Array;

  constructor(state: State, subject: Subject) {
    this.#state = state;
    this.#subject = subject;
    this.#times = new Times(state.columns, state.today);
    const { columns } = state;
    this.#own = subject.id === "" ? -1 : columns.find(subject.id);
    this.#asked = Int32Array.from(subject.companies.keys());
    this.#starts = Int32Array.from(subject.companies.values());
    this.#companies = new Int32Array(this.#asked.length);
    const { counts } = columns;
    const rarity = (lines: number | undefined): number => Math.log(counts.all / Math.max(1, lines ?? 1));
    this.#rarities = Float64Array.from(this.#asked, (company) => rarity(counts.companies[company]));
    this.#schoolRarity = rarity(counts.schools[subject.school]);
    this.#titleRarity = rarity(counts.careers[subject.title]);
    this.#offset = columns.offset;
    this.#company = columns.company;
  }

  /** Visits each neighbour, once. */
  visit(visit: (line: number) => void): void {
    const { columns } = this.#state;
    const { companies, school, needed, title, hasBegun } = this.#subject;
    if (!hasBegun) return;
    const lists = [...companies.keys()].map((company) => columns.byCompany.of(company));
    if (school >= 0) lists.push(columns.bySchool.of(school));
    const { lines: end } = columns;
    const { covered } = columns.byCompany;
    const seen = countLists(lists, covered);
    const listed = this.#batch(true, visit);
    for (const list of lists) this.#takeList(list, seen, listed);
    listed.flush();
    // If one shared thing is enough, it may be the title.
    if (needed === 1 && title >= 0) {
      const others = this.#batch(false, visit);
      this.#takeTitle(seen, others);
      others.flush();
    }
    const newest = this.#batch(true, visit);
    for (let line = covered; line < end; line += 1) newest.add(line);
    newest.flush();
  }

  /** Passes on the lines of a list that may share enough, each once. */
  #takeList(list: Uint32Array, seen: Uint8Array, batch: LineBatch): void {
    const { careerTitle } = this.#state.columns;
    const { needed, title } = this.#subject;
    for (let index = 0; index < list.length; index += 1) {
      const line = list[index] ?? 0;
      const count = seen[line] ?? 0;
      if (count === ALREADY_COMPARED) continue;
      seen[line] = ALREADY_COMPARED;
      const mayHaveTitle = title >= 0 && careerTitle[line] === title;
      if (count + (mayHaveTitle ? 1 : 0) >= needed) batch.add(line);
    }
  }

  /** Passes on the lines with the subject's title that were in no list. */
  #takeTitle(seen: Uint8Array, batch: LineBatch): void {
    const { careerTitle } = this.#state.columns;
    const { title } = this.#subject;
    for (let line = 0; line < seen.length; line += 1) {
      if (careerTitle[line] === title && seen[line] !== ALREADY_COMPARED) batch.add(line);
    }
  }

  /** Calls `visit` for each similar line. Lines are read in batches. @param isListed as in `#compare` */
  #batch(isListed: boolean, visit: (line: number) => void): LineBatch {
    const { columns } = this.#state;
    const { mask } = columns;
    const own = this.#own;
    return new LineBatch((lines) => {
      fetchLines(columns, lines);
      fetchStarts(columns, lines);
      fetchCompanies(columns, lines);
      fetchWordings(columns, lines);
      for (let index = 0; index < lines.length; index += 1) {
        const line = lines[index] ?? 0;
        if (line !== own && (mask[line] ?? 0) !== 0 && this.#compare(line, isListed)) visit(line);
      }
    });
  }

  /** What the neighbour shares. */
  sharedBy(line: number): Shared {
    this.#compare(line, true);
    return {
      companies: [...this.#companies.subarray(0, this.#companyCount)],
      hasSchool: this.#hasSchool,
      hasTitle: this.#hasTitle,
    };
  }

  /** @param isListed false if the line has none of the subject's companies, so that they need not be searched */
  #compare(line: number, isListed: boolean): boolean {
    const { columns, today } = this.#state;
    const subject = this.#subject;
    const times = this.#times;
    const from = this.#offset[line] ?? 0;
    const to = this.#offset[line + 1] ?? 0;
    const career = columns.career[line] ?? NO_ROLE;
    const origin = subject.since === "career-start" ? (career === NO_ROLE ? -1 : from + career) : from;
    if (origin < 0 || origin >= to || times.isIncoming(origin)) return false;
    const atAge = times.start(origin) + subject.months;
    if (atAge > today) return false;
    const companies = this.#companies;
    let shared = 0;
    let distance = 0;
    let weight = 0;
    const asked = isListed ? this.#asked.length : 0;
    for (let index = 0; index < asked; index += 1) {
      const company = this.#asked[index] ?? 0;
      for (let role = from; role < to; role += 1) {
        if (this.#company[role] !== company) continue;
        if (times.isIncoming(role) || times.start(role) > atAge) continue;
        companies[shared] = company;
        shared += 1;
        weight += this.#rarities[index] ?? 0;
        distance += Math.abs(times.start(role) - (this.#starts[index] ?? 0));
        break;
      }
    }
    const hasSchool = subject.school >= 0 && columns.school[line] === subject.school;
    const hasTitle = this.#sharesTitle(line, from + career, atAge);
    if (hasTitle) distance += Math.abs(times.start(from + career) - subject.titleStart);
    if (shared + (hasSchool ? 1 : 0) + (hasTitle ? 1 : 0) < subject.needed) return false;
    this.#companyCount = shared;
    this.atAge = atAge;
    this.isOnYear = times.isYear(origin);
    this.distance = distance;
    this.#hasSchool = hasSchool;
    this.#hasTitle = hasTitle;
    // What few people have weighs more.
    if (hasSchool) weight += this.#schoolRarity;
    if (hasTitle) weight += this.#titleRarity;
    this.weight = Math.round(weight * WEIGHT_STEPS) / WEIGHT_STEPS;
    return true;
  }

  #sharesTitle(line: number, career: number, atAge: number): boolean {
    const { columns } = this.#state;
    if (this.#subject.title < 0 || columns.careerTitle[line] !== this.#subject.title) return false;
    return !this.#times.isIncoming(career) && this.#times.start(career) <= atAge;
  }
}

/**
 * Counts in how many of the lists each line is. It can share at most that many things, and one more for the title of
 * its career start.
 */
function countLists(lists: readonly Uint32Array[], lines: number): Uint8Array {
  const seen = new Uint8Array(lines);
  for (const list of lists) {
    for (let index = 0; index < list.length; index += 1) {
      const line = list[index] ?? 0;
      seen[line] = Math.min(ALREADY_COMPARED - 1, (seen[line] ?? 0) + 1);
    }
  }
  return seen;
}
