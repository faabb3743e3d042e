import { sql, type CompiledQuery } from "kysely";
import { fromPool, openPool, type Database } from "#db/connect.ts";

type Plan = { "Relation Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] };

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
export async function readsOf(db: Database, { sql: text, parameters }: CompiledQuery): Promise<Map<string, number>> {
  const explained: CompiledQuery<{ "QUERY PLAN": [{ Plan: Plan }] }> = {
    ...sql``.compile(db),
    sql: `explain (analyze, format json) ${text}`,
    parameters,
  };
  const { rows } = await db.executeQuery(explained);
  const reads = new Map<string, number>();
  for (const row of rows) addReads(row["QUERY PLAN"][0].Plan, reads);
  return reads;
}
