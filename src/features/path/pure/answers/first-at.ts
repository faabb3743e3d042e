import { IntList } from "#features/path/pure/columns/int-list.ts";
import { showCount, showShare, showSpread } from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import type { FirstAt } from "#features/path/pure/title-types.ts";
import type { State } from "./state.ts";
import { companyNaming, TableCount } from "./table-count.ts";

/** Where and how a person first held a title. `months` is −1 if unknown. */
type Arrival = { company: number; months: number; isOnYear: boolean; isPromoted: boolean; isPublic: boolean };

const PROMOTED = 1;
const ON_YEAR = 2;
const FLAGS = 4;

type Row = { months: Histogram; isAbout: boolean; all: number; promoted: number };

/** Counts each person once, by the company where they first held a title: how long it took, and who was promoted. */
export class FirstAtCount {
  readonly #table: TableCount;
  readonly #companies = new IntList();
  /** One number for each person: the months they took, plus one, times FLAGS; the two flags are its lowest bits. */
  readonly #arrivals = new IntList();

  constructor({ columns }: State) {
    this.#table = new TableCount(companyNaming(columns));
  }

  add({ company, months, isOnYear, isPromoted, isPublic }: Arrival): void {
    this.#table.add(company, isPublic);
    this.#companies.push(company);
    this.#arrivals.push((months + 1) * FLAGS + (isPromoted ? PROMOTED : 0) + (isOnYear ? ON_YEAR : 0));
  }

  answer(): FirstAt {
    // Few companies are shown, so only their people are counted.
    const { keys, rows } = this.#table.rowKeys();
    const found = new Map(
      keys.map((key): [number, Row] => [key, { months: new Histogram(), isAbout: false, all: 0, promoted: 0 }]),
    );
    for (let person = 0; person < this.#companies.length; person += 1) {
      const row = found.get(this.#companies.at(person));
      if (!row) continue;
      row.all += 1;
      const arrival = this.#arrivals.at(person);
      if ((arrival & PROMOTED) !== 0) row.promoted += 1;
      const months = Math.floor(arrival / FLAGS) - 1;
      if (months < 0) continue;
      row.months.add(months);
      if ((arrival & ON_YEAR) !== 0) row.isAbout = true;
    }
    return {
      rows: rows.map((named, index) => {
        const row = found.get(keys[index] ?? -1);
        return {
          ...named,
          months: row ? showSpread(row.months, row.isAbout) : null,
          promotedInside: row ? showShare(row.promoted, row.all) : null,
        };
      }),
      others: showCount(this.#table.others()),
    };
  }
}
