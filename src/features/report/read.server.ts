import type { Reader } from "#db/connect.ts";
import { MIN_ACTS, quarterOf, REASONS } from "./rules.ts";
import type { ModerationCounts } from "./schema.ts";

/** Quarters that are told. */
const MAX_QUARTERS = 12;

/**
 * What moderators did, by quarter and reason: from five acts on, and of quarters that are over, so that no act is seen
 * as it happens. There is no sum, from which a smaller number could be taken away.
 */
export async function readModerationCounts(db: Reader, today: string): Promise<ModerationCounts> {
  const rows = await db
    .selectFrom("moderation_quarter")
    .select(["quarter", "reason", "acts"])
    .where("quarter", "<", quarterOf(today))
    .where("acts", ">=", MIN_ACTS)
    .orderBy("quarter", "desc")
    .limit(MAX_QUARTERS * REASONS.length)
    .execute();
  const quarters = [...new Set(rows.map(({ quarter }) => quarter))].slice(0, MAX_QUARTERS);
  return {
    quarters: quarters.map((quarter) => ({
      quarter,
      reasons: REASONS.flatMap((reason) => {
        const row = rows.find((one) => one.quarter === quarter && one.reason === reason);
        return row ? [{ reason, acts: row.acts }] : [];
      }),
    })),
  };
}
