import type { Reader } from "#db/connect.ts";
import type { Inbox, StoredSuggestion } from "./schema.ts";

const SUGGESTIONS_A_PAGE = 50;

const COLUMNS = ["public_id", "type", "text", "created_at", "done_at", "forwarded_at"] as const;

function toStored(row: {
  public_id: string;
  type: StoredSuggestion["type"];
  text: string;
  created_at: Date;
  done_at: Date | null;
  forwarded_at: Date | null;
}): StoredSuggestion {
  return {
    _id: row.public_id,
    type: row.type,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    state: row.done_at === null ? "open" : "done",
    forwarded: row.forwarded_at !== null,
  };
}

export async function readInbox(
  db: Reader,
  input: { state: "open" | "done" | undefined; cursor: string | undefined },
): Promise<Inbox> {
  const { state, cursor } = input;
  let query = db.selectFrom("suggestion").select(COLUMNS).orderBy("id", "desc");
  if (state !== undefined) query = query.where("done_at", state === "open" ? "is" : "is not", null);
  if (cursor !== undefined) {
    query = query.where("id", "<", (eb) => eb.selectFrom("suggestion").select("id").where("public_id", "=", cursor));
  }
  const rows = await query.limit(SUGGESTIONS_A_PAGE + 1).execute();
  const shown = rows.slice(0, SUGGESTIONS_A_PAGE);
  return {
    suggestions: shown.map(toStored),
    next: rows.length > SUGGESTIONS_A_PAGE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}

export async function readSuggestion(db: Reader, id: string): Promise<StoredSuggestion | undefined> {
  const row = await db.selectFrom("suggestion").select(COLUMNS).where("public_id", "=", id).executeTakeFirst();
  return row && toStored(row);
}
