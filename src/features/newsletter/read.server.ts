import type { Reader } from "#db/connect.ts";
import type { Subscribers } from "./schema.ts";

const SUBSCRIBERS_A_PAGE = 100;

/** A page of the list, newest first. It contains only addresses and joins no account or profile. */
export async function readSubscribers(db: Reader, input: { cursor: string | undefined }): Promise<Subscribers> {
  const { cursor } = input;
  let query = db
    .selectFrom("newsletter_subscriber")
    .select(["public_id", "email", "asked_at", "confirmed_at"])
    .orderBy("id", "desc");
  if (cursor !== undefined) {
    query = query.where("id", "<", (eb) =>
      eb.selectFrom("newsletter_subscriber").select("id").where("public_id", "=", cursor),
    );
  }
  const rows = await query.limit(SUBSCRIBERS_A_PAGE + 1).execute();
  const shown = rows.slice(0, SUBSCRIBERS_A_PAGE);
  return {
    subscribers: shown.map((row) => ({
      _id: row.public_id,
      email: row.email,
      askedAt: row.asked_at.toISOString(),
      confirmedAt: row.confirmed_at?.toISOString() ?? "",
    })),
    next: rows.length > SUBSCRIBERS_A_PAGE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}
