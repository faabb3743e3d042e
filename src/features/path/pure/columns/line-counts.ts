import type { Columns } from "./columns.ts";
import { grown, u32 } from "./grown.ts";
import { NO_TITLE } from "./layout.ts";

/** The number of living lines of each company, school and title. Updated with each added or removed line. */
export class LineCounts {
  all = 0;
  /** Lines with at least one role. */
  withRoles = 0;
  companies = u32(256);
  schools = u32(256);
  titles = u32(256);
  /** The public lines among `titles`. */
  publicsOfTitles = u32(256);
  /** Lines by the title of the career start. */
  careers = u32(256);
  readonly #columns: Columns;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** Call it after a line was added (1), or before it is removed (−1). */
  count(line: number, by: 1 | -1): void {
    const columns = this.#columns;
    this.#grow();
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    this.all += by;
    if (to > from) this.withRoles += by;
    const ofPublic = columns.isPublic(line) ? by : 0;
    for (let role = from; role < to; role += 1) {
      const company = columns.company[role] ?? -1;
      if (company >= 0 && columns.company.indexOf(company, from) === role) add(this.companies, company, by);
      const title = this.#titleOf(role);
      let first = from;
      while (this.#titleOf(first) !== title) first += 1;
      if (first < role) continue;
      add(this.titles, title, by);
      add(this.publicsOfTitles, title, ofPublic);
    }
    const school = columns.school[line] ?? -1;
    if (school >= 0) add(this.schools, school, by);
    const title = columns.careerTitle[line] ?? NO_TITLE;
    if (title !== NO_TITLE) add(this.careers, title, by);
  }

  /** Call it when companies and schools got other numbers: the new one of each; −1 for those that nobody has. */
  renumber(companies: Int32Array, schools: Int32Array): void {
    moveCounts(this.companies, companies);
    moveCounts(this.schools, schools);
  }

  bytes(): number {
    const arrays = [this.companies, this.schools, this.titles, this.publicsOfTitles, this.careers];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }

  #titleOf(role: number): number {
    const { wording, wordings } = this.#columns;
    return wordings.titleOf(wording[role] ?? 0);
  }

  #grow(): void {
    const { companies, schools, wordings } = this.#columns;
    const titles = wordings.titles.length;
    this.companies = grown(this.companies, companies.size, u32);
    this.schools = grown(this.schools, schools.size, u32);
    this.titles = grown(this.titles, titles, u32);
    this.publicsOfTitles = grown(this.publicsOfTitles, titles, u32);
    this.careers = grown(this.careers, titles, u32);
  }
}

function add(counts: Uint32Array, number: number, by: number): void {
  counts[number] = (counts[number] ?? 0) + by;
}

/** In place: a new number is never greater than the former one. */
function moveCounts(counts: Uint32Array, numbers: Int32Array): void {
  let kept = 0;
  for (const [former, number] of numbers.entries()) {
    if (number < 0) continue;
    counts[number] = counts[former] ?? 0;
    kept = number + 1;
  }
  counts.fill(0, kept);
}
