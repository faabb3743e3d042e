import { isPublicId } from "#core/ids.ts";
import type { PathLine, PathRole } from "#features/path/pure/types.ts";
import { Dictionary } from "./dictionary.ts";
import { encodeLine, type EncodedLine } from "./encode.ts";
import { forgetNames } from "./forget-names.ts";
import { grown, grownNumbers, i32, u16, u32, u8 } from "./grown.ts";
import { ALIVE_BIT, NO_ROLE, NO_TITLE, PUBLIC_BIT } from "./layout.ts";
import { fromWords, IdIndex, toWords } from "./id-index.ts";
import { LineCounts } from "./line-counts.ts";
import { markOf } from "./marks.ts";
import { Postings } from "./postings.ts";
import type { ReadLines } from "./read-lines.ts";
import { Wordings } from "./wordings.ts";

/** The columns are rewritten if more than this share of the lines is dead. */
const MOST_DEAD_SHARE = 0.125;
/**
 * Or if the dead lines have so many roles, more than there were names in use, and more than this share of all roles:
 * each may hold a company and a title that nobody else has. Questions wait meanwhile, for half a second at a million lines.
 */
const MOST_DEAD_ROLES = 25_000;
const MOST_DEAD_SHARE_OF_ROLES = 1 / 32;

/**
 * All visible lines as typed arrays. Roles are in the order of lines, and a line's roles are consecutive. A changed
 * line is appended, and the old one is marked dead until the next rewrite. Layout: docs/paths.md.
 */
export class Columns {
  readonly companies = new Dictionary();
  readonly schools = new Dictionary();
  /** Country of each school. */
  readonly countries: string[] = [];
  readonly wordings = new Wordings();

  // One item per role.
  company = new Int32Array(256);
  wording: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> = new Uint16Array(256);
  start = new Uint16Array(256);
  end = new Uint16Array(256);
  flags = new Uint8Array(256);

  // One item per line. `offset` has one more: the end of the last line.
  offset = new Uint32Array(65);
  ids = new Uint32Array(192);
  school = new Int32Array(64);
  mask = new Uint32Array(64);
  /** The index of the career start among the line's roles. */
  career = new Uint16Array(64);
  /** The title of that role. */
  careerTitle = new Uint16Array(64);

  lines = 0;
  readonly counts = new LineCounts(this);

  /** Called after a line was added (1), and before one is removed (−1). */
  onCount: (line: number, by: 1 | -1) => void = () => {};
  /** Notes who is put while everybody is read. */
  read: ReadLines | undefined;

  readonly byCompany = new Postings();
  readonly bySchool = new Postings();
  readonly #places = new IdIndex();
  readonly #mostTail: number;
  /** Of the lines that died since the last rewrite. */
  #deadRoles = 0;
  readonly #fewestDeadRoles: number;
  #mostDeadRoles: number;

  /** @param fewestDeadRoles names are forgotten for more than so many, however small the site is */
  constructor(mostTail = 1_000, fewestDeadRoles = MOST_DEAD_ROLES) {
    this.#mostTail = mostTail;
    this.#fewestDeadRoles = fewestDeadRoles;
    this.#mostDeadRoles = fewestDeadRoles;
  }

  get roles(): number {
    return this.offset[this.lines] ?? 0;
  }

  idOf(line: number): string {
    return fromWords(this.ids, line);
  }

  isAlive(line: number): boolean {
    return ((this.mask[line] ?? 0) & ALIVE_BIT) !== 0;
  }

  isPublic(line: number): boolean {
    return ((this.mask[line] ?? 0) & PUBLIC_BIT) !== 0;
  }

  countryOf(line: number): string {
    return this.countries[this.school[line] ?? -1] ?? "";
  }

  /** The living line with an id, or −1. */
  find(id: string): number {
    return isPublicId(id) ? this.#place(id) : -1;
  }

  #place(id: string): number {
    const place = this.#places.find(this.ids, toWords(id));
    return place >= 0 && this.isAlive(place) ? place : -1;
  }

  holds(line: PathLine): boolean {
    const place = this.find(line.id);
    if (place < 0 || this.#namesDiffer(line)) return false;
    const { wordings, companies } = this;
    const companyOf = (role: PathRole): number => companies.find(role.company);
    const school = line.school === "" ? -1 : this.schools.find(line.school);
    return this.#equals(place, encodeLine({ wordings, companyOf, school }, line));
  }

  /** @returns did anything visible change? */
  put(line: PathLine): boolean {
    if (!isPublicId(line.id)) throw new RangeError(`Not a public id: ${line.id}`);
    if (this.#deadRoles > this.#mostDeadRoles) this.#rewrite();
    const before = this.#place(line.id);
    const { companies, wordings } = this;
    let hasNewNames = false;
    const companyOf = ({ company, companyName }: PathRole): number => {
      const number = companies.add(company, companyName);
      if (companies.rename(number, companyName)) hasNewNames = true;
      return number;
    };
    const school = line.school === "" ? -1 : this.schools.add(line.school, line.schoolName);
    if (school >= 0) {
      if (this.schools.rename(school, line.schoolName) || this.countries[school] !== line.country) hasNewNames = true;
      this.countries[school] = line.country;
    }
    const encoded = encodeLine({ wordings, companyOf, school }, line);
    if (before >= 0) {
      if (this.#equals(before, encoded)) {
        this.read?.note(before);
        return hasNewNames;
      }
      this.#markDead(before);
    }
    this.#append(encoded);
    return true;
  }

  remove(id: string): boolean {
    const place = this.find(id);
    if (place < 0) return false;
    this.#markDead(place);
    return true;
  }

  /** Call it before a question. Rebuilds lists that lack many lines, and rewrites columns with many dead ones. */
  prepare(): void {
    if (this.lines - this.counts.all > Math.max(1_000, this.lines * MOST_DEAD_SHARE)) this.#rewrite();
    const tail = this.lines - this.byCompany.covered;
    if (tail > Math.max(this.#mostTail, this.lines / 64)) this.#index();
  }

  /** How many companies, schools and written titles are remembered. */
  names(): number {
    return this.companies.size + this.schools.size + this.wordings.size;
  }

  bytes(): number {
    const arrays = [this.company, this.wording, this.start, this.end, this.flags, this.offset, this.ids];
    const ofLines = [this.school, this.mask, this.career, this.careerTitle];
    const own = [...arrays, ...ofLines].reduce((sum, array) => sum + array.byteLength, 0);
    return own + this.counts.bytes() + this.byCompany.bytes() + this.bySchool.bytes() + this.#places.bytes();
  }

  #namesDiffer(line: PathLine): boolean {
    const { companies, schools } = this;
    if (line.school !== "") {
      const school = schools.find(line.school);
      if (school < 0 || schools.nameOf(school) !== line.schoolName || this.countries[school] !== line.country)
        return true;
    }
    return line.roles.some(({ company, companyName }) => {
      const number = companies.find(company);
      return company !== "" && (number < 0 || companies.nameOf(number) !== companyName);
    });
  }

  #equals(place: number, encoded: EncodedLine): boolean {
    const from = this.offset[place] ?? 0;
    const roles = (this.offset[place + 1] ?? 0) - from;
    if (roles !== encoded.roles.length) return false;
    if (this.school[place] !== encoded.school || this.mask[place] !== encoded.mask) return false;
    return encoded.roles.every(
      (role, index) =>
        this.company[from + index] === role.company &&
        this.wording[from + index] === role.wording &&
        this.start[from + index] === role.start &&
        this.end[from + index] === role.end &&
        this.flags[from + index] === role.flags,
    );
  }

  #append(encoded: EncodedLine): void {
    const line = this.lines;
    const from = this.offset[line] ?? 0;
    const to = from + encoded.roles.length;
    this.#reserve(line + 1, to);
    let at = from;
    for (const role of encoded.roles) {
      this.company[at] = role.company;
      this.wording[at] = role.wording;
      this.start[at] = role.start;
      this.end[at] = role.end;
      this.flags[at] = role.flags;
      at += 1;
    }
    this.ids.set(encoded.id, line * 3);
    this.offset[line + 1] = to;
    this.school[line] = encoded.school;
    this.mask[line] = encoded.mask;
    this.career[line] = encoded.career;
    this.careerTitle[line] = encoded.careerTitle;
    this.lines += 1;
    this.read?.note(line);
    this.#count(line, 1);
    this.#places.set(this.ids, encoded.id, line);
  }

  #markDead(line: number): void {
    this.#count(line, -1);
    this.mask[line] = 0;
    const from = this.offset[line] ?? 0;
    const to = this.offset[line + 1] ?? 0;
    for (let role = from; role < to; role += 1) this.byCompany.unmark(this.company[role] ?? -1, line);
    this.#deadRoles += to - from;
  }

  #count(line: number, by: 1 | -1): void {
    this.counts.count(line, by);
    this.onCount(line, by);
  }

  #reserve(lines: number, roles: number): void {
    this.company = grown(this.company, roles, i32);
    this.wording = grownNumbers(this.wording, roles, this.wordings.size);
    this.start = grown(this.start, roles, u16);
    this.end = grown(this.end, roles, u16);
    this.flags = grown(this.flags, roles, u8);
    this.offset = grown(this.offset, lines + 1, u32);
    this.ids = grown(this.ids, lines * 3, u32);
    this.school = grown(this.school, lines, i32);
    this.mask = grown(this.mask, lines, u32);
    this.career = grown(this.career, lines, u16);
    this.careerTitle = grown(this.careerTitle, lines, u16);
  }

  /**
   * Moves the living lines together in place: each in turn, to a place at or before its own. Then forgets the names of
   * those that are gone.
   */
  #rewrite(): void {
    let line = 0;
    let role = 0;
    for (let old = 0; old < this.lines; old += 1) {
      if (!this.isAlive(old)) continue;
      const from = this.offset[old] ?? 0;
      const to = this.offset[old + 1] ?? 0;
      for (const column of [this.company, this.wording, this.start, this.end, this.flags]) {
        column.copyWithin(role, from, to);
      }
      this.ids.copyWithin(line * 3, old * 3, old * 3 + 3);
      this.school[line] = this.school[old] ?? -1;
      this.mask[line] = this.mask[old] ?? 0;
      this.career[line] = this.career[old] ?? NO_ROLE;
      this.careerTitle[line] = this.careerTitle[old] ?? NO_TITLE;
      this.read?.move(line, old);
      role += to - from;
      line += 1;
      this.offset[line] = role;
    }
    this.lines = line;
    this.mask.fill(0, line);
    forgetNames(this);
    this.#deadRoles = 0;
    this.#mostDeadRoles = Math.max(this.#fewestDeadRoles, this.names(), role * MOST_DEAD_SHARE_OF_ROLES);
    this.#places.clear(line);
    for (let at = 0; at < line; at += 1) {
      const id = [this.ids[at * 3] ?? 0, this.ids[at * 3 + 1] ?? 0, this.ids[at * 3 + 2] ?? 0] as const;
      this.#places.set(this.ids, id, at);
    }
    this.#index();
  }

  #index(): void {
    const { lines, offset } = this;
    this.byCompany.build({
      lines,
      keys: this.companies.size,
      keyOf: this.company,
      offset,
      markOf: (line, first) => markOf(this, line, first),
    });
    this.bySchool.build({ lines, keys: this.schools.size, keyOf: this.school });
  }
}
