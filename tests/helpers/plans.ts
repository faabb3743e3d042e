import { sql, type CompiledQuery } from "kysely";
import { fromPool, openPool, type Database, type Reader } from "#db/connect.ts";

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Filter?: string;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** A database that writes down what it is asked. */
export function noteStatements(url: string): { db: Database; statements: CompiledQuery[] } {
  const statements: CompiledQuery[] = [];
  const db = fromPool(openPool(url), (event) => void (event.level === "query" && statements.push(event.query)));
  return { db, statements };
}

function addReads(plan: Plan, reads: Map<string, number>): void {
  const name = plan["Relation Name"];
  // A part of the plan that never ran reads nothing.
  if (name !== undefined && plan["Actual Loops"] > 0)
    reads.set(name, (reads.get(name) ?? 0) + Math.round(plan["Actual Rows"] * plan["Actual Loops"]));
  for (const one of plan.Plans ?? []) addReads(one, reads);
}

/** Runs a statement again. @returns the tables that it reads, and how many rows of each */
export async function readsOf(db: Database, statement: CompiledQuery): Promise<Map<string, number>> {
  const reads = new Map<string, number>();
  addReads(await explain(db, statement, "analyze, timing off, format json"), reads);
  return reads;
}

/** Runs a statement again. @returns the rows that all steps of its plan gave or threw away */
export async function workOf(db: Database, statement: CompiledQuery): Promise<number> {
  const rowsIn = (plan: Plan): number =>
    (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] +
    (plan.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), 0);
  return rowsIn(await explain(db, statement, "analyze, timing off, format json"));
}

/** Runs a statement again. @returns the rows that steps with this operator in their filter looked at */
export async function filteredBy(db: Database, statement: CompiledQuery, operator: string): Promise<number> {
  const rowsIn = (plan: Plan): number =>
    (plan.Filter?.includes(operator) === true
      ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
      : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), 0);
  return rowsIn(await explain(db, statement, "analyze, timing off, format json"));
}

/** The plan of a statement. It does not run. */
export const planOf = (db: Reader, statement: CompiledQuery): Promise<Plan> => explain(db, statement, "format json");

async function explain(db: Reader, { sql: text, parameters }: CompiledQuery, options: string): Promise<Plan> {
  const explained: CompiledQuery<{ "QUERY PLAN": [{ Plan: Plan }] }> = {
    ...sql``.compile(db),
    sql: `explain (${options}) ${text}`,
    parameters,
  };
  const [row] = (await db.executeQuery(explained)).rows;
  if (!row) throw new Error("PostgreSQL explains nothing.");
  return row["QUERY PLAN"][0].Plan;
}

function indexesIn(plan: Plan): string[] {
  const own = plan["Index Name"];
  return [...(own === undefined ? [] : [own]), ...(plan.Plans ?? []).flatMap(indexesIn)];
}

/** The indexes that a statement would use if its tables were large. It does not run. */
export async function indexesOf(db: Database, statement: CompiledQuery): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return indexesIn(await planOf(trx, statement));
  });
}

/** How a plan reads tables and their indexes: the kinds of its scans, from its top on. */
export function scansIn(plan: Plan): string[] {
  const own = plan["Node Type"];
  return [...(own.endsWith("Scan") && own !== "Subquery Scan" ? [own] : []), ...(plan.Plans ?? []).flatMap(scansIn)];
}
