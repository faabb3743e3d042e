import type { Reader } from "#db/connect.ts";
import { MIN_ACTS, quarterOf, REASONS } from "./rules.ts";
import type { ModerationCounts } from "./schema.ts";

/** The most quarters to show. */
const MAX_QUARTERS = 12;

/**
 * The moderators' acts by quarter and reason: only from five acts on and only for past quarters, so that no act is
 * visible as it happens. There is no sum, because smaller numbers could be computed from it.
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
