import type { Reader } from "#db/connect.ts";
import type { AuditEntry, AuditPage } from "./schema.ts";

const ENTRIES_A_PAGE = 50;

/** Returns only allowed facts, whatever else the JSON contains. */
function factsOf(detail: Readonly<Record<string, unknown>>): AuditEntry["detail"] {
  return Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[name, value]] : [],
    ),
  );
}

/** A page of the log, newest first. @param input.action a whole action, or a slice for all of its actions */
export async function readAuditPage(
  db: Reader,
  input: { cursor: string | undefined; action: string | undefined },
): Promise<AuditPage> {
  const { cursor, action } = input;
  let query = db
    .selectFrom("audit_log")
    .select(["public_id", "at", "actor_kind", "actor", "action", "target", "detail", "origin"])
    .orderBy("id", "desc")
    .limit(ENTRIES_A_PAGE + 1);
  if (cursor !== undefined) {
    query = query.where("id", "<", (eb) => eb.selectFrom("audit_log").select("id").where("public_id", "=", cursor));
  }
  if (action?.includes(".")) query = query.where("action", "=", action);
  // The action contains only letters and hyphens (schema.ts), so it cannot contain a pattern.
  else if (action !== undefined) query = query.where("action", "like", `${action}.%`);
  const rows = await query.execute();
  const shown = rows.slice(0, ENTRIES_A_PAGE);
  return {
    entries: shown.map((row) => ({
      _id: row.public_id,
      at: row.at.toISOString(),
      actorKind: row.actor_kind,
      actor: row.actor,
      action: row.action,
      target: row.target,
      detail: factsOf(row.detail),
      origin: row.origin,
    })),
    next: rows.length > ENTRIES_A_PAGE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}
