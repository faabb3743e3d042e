import { sql, type RawBuilder } from "kysely";
import { monogramAddress } from "#features/pipeline/pure/experiences.ts";
import { layFlow } from "./flow.server.ts";
import { endPeople, FLOW_COMPANIES, MIN_PEOPLE, otherPeople, shownNeighbours } from "./rules.ts";
import type { FlowPicture, FlowRow, NeighbourView } from "./schema.ts";

/** What a company's row carries of other companies; part of the query that finds it (`c`, with its stats `t`). */
export type NeighbourColumns = {
  neighbours: NeighbourRow[] | null;
  came: number | null;
  went: number | null;
  began_here: number | null;
  still_here: number | null;
};

export type NeighbourRow = {
  side: "prior" | "next";
  public_id: string;
  display_name: string;
  logo: string;
  people: number;
};

/** The companies most people came from and went to, as one JSON value beside the company: no further query. */
function neighboursOf(limit: number): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('side', n.side, 'public_id', o.public_id, 'display_name', o.display_name,
      'logo', o.logo, 'people', n.people) order by n.people desc, o.name)
    from (
      (select 'prior' as side, from_company as other, people from company_move
        where to_company = c.id and people > 0 order by people desc, from_company limit ${limit})
      union all
      (select 'next' as side, to_company as other, people from company_move
        where from_company = c.id and people > 0 order by people desc, to_company limit ${limit})
    ) n join company o on o.id = n.other)`;
}

/** How many moves there are on one side, to whatever company. */
function movesOf(column: "from_company" | "to_company"): RawBuilder<unknown> {
  return sql`(select coalesce(sum(people), 0)::integer from company_move where ${sql.ref(column)} = c.id)`;
}

/**
 * People who are here on the day: those without an end date are counted already,
 * and only stops that reach into the future can differ from that.
 */
function stillHere(today: string): RawBuilder<unknown> {
  return sql`coalesce(t.open_stops, 0) + (
    select coalesce(sum(f.is_here - f.is_open), 0)::integer from (
      select
        bool_or(r.start_date <= ${today}::date and coalesce(r.end_date >= ${today}::date, true))::integer as is_here,
        bool_or(r.is_current)::integer as is_open
      from entry e join role r on r.entry_id = e.id
      where e.company_id = c.id and e.listed and e.id in (
        select entry_id from role where start_date > ${today}::date
        union select entry_id from role where end_date >= ${today}::date)
      group by e.id) f)`;
}

/** Nothing of all that, for whoever wants the company alone. */
const NONE = sql`null as neighbours, null::integer as came, null::integer as went, null::integer as began_here,
  null::integer as still_here`;

/** @param today asked for where a diagram is wanted */
export function neighbourColumns(limit: number, today: string | undefined): RawBuilder<unknown> {
  if (limit === 0) return NONE;
  const neighbours = sql`${neighboursOf(limit)} as neighbours`;
  if (today === undefined)
    return sql`${neighbours}, null::integer as came, null::integer as went, null::integer as began_here,
      null::integer as still_here`;
  return sql`${neighbours}, ${movesOf("to_company")} as came, ${movesOf("from_company")} as went,
    coalesce(t.first_stops, 0) as began_here, ${stillHere(today)} as still_here`;
}

/** The rows of one table: who, and how many people. */
export function neighbourTable(
  found: NeighbourColumns,
  name: NeighbourRow["side"],
  people: number,
  limit?: number,
): NeighbourView[] {
  return shownNeighbours(
    (found.neighbours ?? []).filter((row) => row.side === name),
    people,
    limit,
  ).map((row) => ({
    companyId: row.public_id,
    displayName: row.display_name,
    logo: row.logo === "" ? monogramAddress(row.display_name) : row.logo,
    people: row.people,
  }));
}

/** The rows of one side as flows: an end of lines first, the other companies together last. */
export function flowRows(
  shown: readonly NeighbourView[],
  all: { total: number; end?: { displayName: string; people: number } },
): FlowRow[] {
  const end = endPeople(all.end?.people ?? 0);
  const others = otherPeople(all.total, shown);
  const row = (kind: FlowRow["kind"], displayName: string, people: number): FlowRow[] =>
    people === 0 ? [] : [{ kind, companyId: "", displayName, logo: "", people }];
  return [
    ...row("end", all.end?.displayName ?? "", end),
    ...shown.map((one) => ({ ...one, kind: "company" as const })),
    ...row("others", "Other companies", others),
  ];
}

/** Where people came from and went to; undefined for a company with fewer than 5 people. */
export function companyFlow(found: NeighbourColumns, people: number): FlowPicture | undefined {
  if (people < MIN_PEOPLE) return undefined;
  const side = (name: NeighbourRow["side"]) => neighbourTable(found, name, people, FLOW_COMPANIES);
  return layFlow(
    flowRows(side("prior"), {
      total: found.came ?? 0,
      end: { displayName: "First stop", people: found.began_here ?? 0 },
    }),
    flowRows(side("next"), {
      total: found.went ?? 0,
      end: { displayName: "Still here", people: found.still_here ?? 0 },
    }),
  );
}

/** The first stops of a school's people: each of them has one. Undefined for fewer than 5 people. */
export function schoolFlow(first: readonly NeighbourView[], people: number): FlowPicture | undefined {
  return people < MIN_PEOPLE ? undefined : layFlow([], flowRows(first, { total: people }), 0);
}
