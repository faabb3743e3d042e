import { ROLE_KINDS } from "#core/role-kind.ts";
import { NO_ROLE, PAST } from "#features/path/pure/columns/layout.ts";
import { Columns } from "#features/path/pure/columns/columns.ts";
import { Stops } from "#features/path/pure/columns/stops.ts";
import { Stays } from "#features/path/pure/answers/stays.ts";
import { levelOf, titleOf } from "#features/path/pure/answers/state.ts";
import { lineFingerprint } from "#features/path/pure/line-fingerprint.ts";
import type { InsightKind, PathLine } from "#features/path/pure/types.ts";

/** The kinds of stays, by their numbers in `stay_kind`. */
export const STAY_KINDS = ["full-time", "intern", "everyone"] as const satisfies readonly InsightKind[];
/** `until` of a role that has not ended. Reads as today. */
const TODAY = 0xffff;

/** A row of the table without `place`: the columns that are the same at every company and school of a pipeline. */
export type LineRow = {
  id: string;
  is_public: 0 | 1;
  print: number;
  school: string;
  country: string;
  is_aging: 0 | 1;
  career: number;
  family: string;
  company: string[];
  local: number[];
  near: number[];
  near_local: number[];
  far: number[];
  stop: number[];
  title: string[];
  wording: string[];
  kind: number[];
  level: number[];
  phase: number[];
  is_year: number[];
  start: number[];
  until: number[];
  stop_company: string[];
  stop_first: number[];
  stop_open: number[];
  stay_kind: number[];
  stay_company: string[];
  stay_start: number[];
  stay_months: number[];
  stay_ended: number[];
  stay_on_year: number[];
};
export type PlacedRow = LineRow & { place: string; version: number; gone: 0 | 1 };

/** Pipelines as rows. Numbers of roles and stops in them count from 1; 0 is none. */
export function rowsOf(lines: readonly PathLine[], today: number): LineRow[] {
  const columns = new Columns();
  for (const line of lines) columns.put(line);
  columns.prepare();
  const reader = new RowReader(columns, today);
  return lines.map((line) => reader.read(line));
}

/** The pipeline's own place, its school and its companies. */
export function placesOf(line: Pick<PathLine, "school" | "roles">): string[] {
  const named = [line.school, ...line.roles.map((role) => role.company)].filter((id) => id !== "");
  return ["", ...new Set(named)];
}

class RowReader {
  readonly #columns: Columns;
  readonly #today: number;
  readonly #stops: Stops;

  constructor(columns: Columns, today: number) {
    this.#columns = columns;
    this.#today = today;
    this.#stops = new Stops(columns, today);
  }

  read(line: PathLine): LineRow {
    const columns = this.#columns;
    const number = columns.find(line.id);
    const from = columns.offset[number] ?? 0;
    const roles = line.roles.map((_, index) => from + index);
    const companyOf = (company: number): string => (company < 0 ? "" : columns.companies.idOf(company));
    const numbers = roles.map((role) => columns.company[role] ?? -1);
    const stops = this.#stops;
    const { times } = stops;
    stops.read(number);
    const stopOf = Array.from(stops.stopOf.subarray(0, roles.length));
    const everyStop = Array.from({ length: stops.count }, (_, stop) => stop);
    const career = columns.career[number] ?? NO_ROLE;
    return {
      id: line.id,
      is_public: line.isPublic ? 1 : 0,
      print: lineFingerprint(line),
      school: line.school,
      country: line.country,
      is_aging: line.roles.some((role) => ages(role, this.#today)) ? 1 : 0,
      career: career === NO_ROLE ? 0 : career + 1,
      family: career === NO_ROLE ? "" : (line.roles[career]?.family ?? ""),
      company: numbers.map(companyOf),
      ...neighboursOf(numbers),
      stop: stopOf.map((stop) => stop + 1),
      title: roles.map((role) => columns.wordings.titles[titleOf(columns, role)]?.slug ?? ""),
      wording: line.roles.map((role) => role.title),
      kind: line.roles.map((role) => ROLE_KINDS.indexOf(role.kind)),
      level: roles.map((role) => levelOf(columns, role)),
      phase: roles.map((role) => times.phase(role)),
      is_year: roles.map((role) => (times.isYear(role) ? 1 : 0)),
      start: roles.map((role) => times.start(role)),
      until: roles.map((role) => (times.isPast(role) ? times.lastsUntil(role) : TODAY)),
      stop_company: everyStop.map((stop) => companyOf(stops.company[stop] ?? -1)),
      stop_first: everyStop.map((stop) => (stops.first[stop] ?? 0) - from + 1),
      stop_open: everyStop.map((stop) =>
        roles.some((role, index) => stopOf[index] === stop && times.phase(role) !== PAST) ? 1 : 0,
      ),
      ...this.#staysOf(number, [...new Set(numbers)], companyOf),
    };
  }

  #staysOf(
    line: number,
    companies: readonly number[],
    companyOf: (company: number) => string,
  ): Pick<LineRow, "stay_kind" | "stay_company" | "stay_start" | "stay_months" | "stay_ended" | "stay_on_year"> {
    const row = {
      stay_kind: [] as number[],
      stay_company: [] as string[],
      stay_start: [] as number[],
      stay_months: [] as number[],
      stay_ended: [] as number[],
      stay_on_year: [] as number[],
    };
    for (const [number, kind] of STAY_KINDS.entries()) {
      let at = -1;
      const stays = new Stays({ columns: this.#columns, today: this.#today }, kind, (stay) => {
        row.stay_kind.push(number);
        row.stay_company.push(companyOf(at));
        row.stay_start.push(stay.start);
        row.stay_months.push(stay.months);
        row.stay_ended.push(stay.isEnded ? 1 : 0);
        row.stay_on_year.push(stay.isOnYear ? 1 : 0);
      });
      for (const company of companies) {
        at = company;
        stays.visit(line, company);
      }
    }
    return row;
  }
}

/** Must the row be written again on a later day, because a role begins or ends without a save? */
function ages({ phase, start, end, isYear }: PathLine["roles"][number], today: number): boolean {
  if (phase === "incoming" || (phase === "current" && end !== null)) return true;
  return isYear && (start >= today || (end ?? 0) >= today);
}

/**
 * What a link `next` needs, in constant time for a pair of roles: for each role the nearest earlier one at another
 * company, and the nearest one before at a third company. Between this role and an earlier one there are only roles of
 * the two companies, where the earlier one is after `near`, or after `far` and at the company of `near`.
 */
function neighboursOf(numbers: readonly number[]): Pick<LineRow, "local" | "near" | "near_local" | "far"> {
  const locals = new Map<number, number>();
  const local = numbers.map((company) => {
    const known = locals.get(company) ?? locals.size + 1;
    locals.set(company, known);
    return known;
  });
  const near = local.map((own, index) => local.findLastIndex((one, at) => at < index && one !== own) + 1);
  const nearLocal = near.map((at) => (at === 0 ? 0 : (local[at - 1] ?? 0)));
  const far = local.map(
    (own, index) => local.findLastIndex((one, at) => at < index && one !== own && one !== nearLocal[index]) + 1,
  );
  return { local, near, near_local: nearLocal, far };
}
