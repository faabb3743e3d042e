import { monogramAddress } from "#features/pipeline/pure/experiences.ts";
import {
  neighboursOf,
  type CompanyNumbers,
  type Neighbour,
  type NeighbourColumns,
  type Neighbourhood,
  type Side,
} from "#features/tally/read.server.ts";
import { MIN_PEOPLE, otherPeople } from "#features/tally/rules.ts";
import { layFlow } from "./flow.server.ts";
import { FLOW_COMPANIES } from "./rules.ts";
import type { FlowPicture, FlowRow, NeighbourView } from "./schema.ts";

type Found = CompanyNumbers & NeighbourColumns;

/** Companies as rows of a table: who, and how many people. */
export function neighbourViews(rows: readonly Neighbour[]): NeighbourView[] {
  return rows.map((row) => ({
    companyId: row.public_id,
    displayName: row.display_name,
    logo: row.logo === "" ? monogramAddress(row.display_name) : row.logo,
    people: row.people,
  }));
}

/** The rows of one table beside a company. */
export function neighbourTable(found: Found, side: Side): NeighbourView[] {
  return neighbourViews(neighboursOf(found, side, undefined).rows);
}

/** One side as flows: the end of lines first, the other companies together last. */
function flowRows({ rows, others, end }: Neighbourhood, endName: string): FlowRow[] {
  const row = (kind: FlowRow["kind"], displayName: string, people: number): FlowRow[] =>
    people === 0 ? [] : [{ kind, companyId: "", displayName, logo: "", people }];
  return [
    ...row("end", endName, end),
    ...neighbourViews(rows).map((one) => ({ ...one, kind: "company" as const })),
    ...row("others", "Other companies", others),
  ];
}

/** Where people came from and went to; undefined for a company with fewer than 5 people. */
export function companyFlow(found: Found): FlowPicture | undefined {
  if (found.employees + found.interns < MIN_PEOPLE) return undefined;
  return layFlow(
    flowRows(neighboursOf(found, "prior", FLOW_COMPANIES), "First stop"),
    flowRows(neighboursOf(found, "next", FLOW_COMPANIES), "Still here"),
  );
}

/** The first stops of a school's people: each of them has one. Undefined for fewer than 5 people. */
export function schoolFlow(first: readonly Neighbour[], people: number): FlowPicture | undefined {
  if (people < MIN_PEOPLE) return undefined;
  return layFlow([], flowRows({ rows: [...first], others: otherPeople(people, first), end: 0 }, ""), 0);
}
