import { Times } from "#features/path/pure/columns/times.ts";
import { CURVE_ENDS_BELOW } from "#features/path/pure/rule-of-five.ts";
import type { CurveTimes } from "#features/path/pure/statistics/time-table.ts";
import { TimesByYear } from "#features/path/pure/statistics/times-by-year.ts";
import type { InsightKind } from "#features/path/pure/types.ts";
import { conversionAtAnyCompany, isWithin, type Years } from "./conversion.ts";
import { visitAll, type Counted } from "./state.ts";
import { Stays } from "./stays.ts";

type Conversion = { yes: number; of: number };

/**
 * Figures over all companies, for comparison with one company. They are stored by year and updated with each added or
 * removed line, so that neither a save nor another span of years needs a walk over all lines. Valid for one day.
 */
export class Everywhere {
  readonly #counted: Counted;
  readonly #stays = new Map<InsightKind, StaysByYear>();
  #conversions: Map<number, Conversion> | undefined;

  constructor(counted: Counted) {
    this.#counted = counted;
  }

  /** Call it after a line was added (1), or before it is removed (−1). */
  note(line: number, by: 1 | -1): void {
    for (const stays of this.#stays.values()) stays.note(line, by);
    if (this.#conversions) this.#noteConversion(this.#conversions, line, by);
  }

  stays({ kind, ...years }: Years & { kind: InsightKind }): CurveTimes {
    let stays = this.#stays.get(kind);
    if (!stays?.times.isComplete) this.#stays.set(kind, (stays = this.#countStays(kind)));
    return stays.times.within((year) => isWithin(year, years));
  }

  conversion(years: Years): Conversion {
    this.#conversions ??= this.#countConversions();
    const sum = { yes: 0, of: 0 };
    for (const [year, { yes, of }] of this.#conversions) {
      if (!isWithin(year, years)) continue;
      sum.yes += yes;
      sum.of += of;
    }
    return sum;
  }

  #countStays(kind: InsightKind): StaysByYear {
    const stays = new StaysByYear(this.#counted, kind);
    visitAll(this.#counted.columns, (line) => stays.note(line, 1));
    return stays;
  }

  #countConversions(): Map<number, Conversion> {
    const years = new Map<number, Conversion>();
    visitAll(this.#counted.columns, (line) => this.#noteConversion(years, line, 1));
    return years;
  }

  #noteConversion(years: Map<number, Conversion>, line: number, by: 1 | -1): void {
    const { columns, today } = this.#counted;
    const found = conversionAtAnyCompany(columns, new Times(columns, today), line);
    if (!found) return;
    let sum = years.get(found.year);
    if (!sum) years.set(found.year, (sum = { yes: 0, of: 0 }));
    sum.of += by;
    if (found.isYes) sum.yes += by;
  }
}

/** Everybody's stays of a kind, at any company. */
class StaysByYear {
  readonly times = new TimesByYear(CURVE_ENDS_BELOW);
  readonly #counted: Counted;
  readonly #kind: InsightKind;
  #stays: Stays;
  #roles: Uint16Array;

  constructor(counted: Counted, kind: InsightKind) {
    this.#counted = counted;
    this.#kind = kind;
    this.#roles = counted.columns.start;
    this.#stays = this.#reader();
  }

  #reader(): Stays {
    return new Stays(this.#counted, this.#kind, (stay) => this.times.add(stay));
  }

  note(line: number, by: 1 | -1): void {
    const { columns } = this.#counted;
    // Growing replaces a column's array.
    if (this.#roles !== columns.start) {
      this.#roles = columns.start;
      this.#stays = this.#reader();
    }
    this.#stays.visit(line, undefined);
    this.times.closePerson(() => columns.idOf(line), columns.isPublic(line), by);
  }
}
