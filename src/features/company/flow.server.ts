import { companyMarkAddress } from "#core/monogram.ts";
import {
  neighboursOf,
  type Neighbour,
  type NeighbourColumns,
  type Neighbourhood,
  type Side,
} from "#features/stats/read.server.ts";
import { MIN_PEOPLE, otherPeople, type CompanyNumbers } from "#features/stats/rules.ts";
import type { FlowRow, FlowRows, NeighbourView } from "./schema.ts";

/** Companies named on either side of the diagram; the others are one flow together. */
export const FLOW_COMPANIES = 5;
/** Companies named in the diagram of a school's first stops. */
export const FIRST_STOPS = 6;

type CompanyWithNeighbours = CompanyNumbers & NeighbourColumns;

export function neighbourViews(rows: readonly Neighbour[]): NeighbourView[] {
  return rows.map((row) => ({
    companyId: row.public_id,
    displayName: row.display_name,
    logo: row.logo === "" ? companyMarkAddress(row.display_name) : row.logo,
    people: row.people,
  }));
}

export function neighbourTable(company: CompanyWithNeighbours, side: Side): NeighbourView[] {
  return neighbourViews(neighboursOf(company, side, undefined).rows);
}

/** One side of the diagram: people without a stop on that side first, the other companies together last. */
function flowRows({ rows, others, end }: Neighbourhood, endName: string): FlowRow[] {
  const row = (kind: FlowRow["kind"], displayName: string, people: number): FlowRow[] =>
    people === 0 ? [] : [{ kind, companyId: "", displayName, logo: "", people }];
  return [
    ...row("end", endName, end),
    ...neighbourViews(rows).map((one) => ({ ...one, kind: "company" as const })),
    ...row("others", "Other companies", others),
  ];
}

/** The rows of where people came from and went to; undefined for a company with fewer than 5 people. */
export function companyFlowRows(company: CompanyWithNeighbours): FlowRows | undefined {
  if (company.employees + company.interns < MIN_PEOPLE) return undefined;
  return {
    prior: flowRows(neighboursOf(company, "prior", FLOW_COMPANIES), "First stop"),
    next: flowRows(neighboursOf(company, "next", FLOW_COMPANIES), "Still here"),
  };
}

/** The same for a diagram, which `layFlow` lays out where it is drawn; undefined if there is nothing to draw. */
export function companyFlow(company: CompanyWithNeighbours): FlowRows | undefined {
  const rows = companyFlowRows(company);
  return rows && rows.prior.length + rows.next.length > 0 ? rows : undefined;
}

/** The first stops of a school's people; each person has one. Empty for fewer than 5 people. */
export function schoolFirstStops(first: readonly Neighbour[], people: number): FlowRow[] {
  if (people < MIN_PEOPLE) return [];
  return flowRows({ rows: [...first], others: otherPeople(people, first), end: 0 }, "");
}

/** The same for a diagram; undefined if there is nothing to draw. */
export function schoolFlow(first: readonly Neighbour[], people: number): FlowRows | undefined {
  const next = schoolFirstStops(first, people);
  return next.length > 0 ? { prior: [], next } : undefined;
}
