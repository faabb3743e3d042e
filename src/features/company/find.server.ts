import { isPublicId } from "#core/ids.ts";
import { keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";

/** A company as the calls of administrators name it. */
export type ExactCompany = { id: number; publicId: string; name: string; displayName: string; logo: string };

/**
 * The company of exactly this id or name. Further names and merged companies
 * do not lead here: what is changed or deleted must be the one that was meant.
 */
export async function findExactCompany(db: Reader, idOrName: string): Promise<ExactCompany | undefined> {
  const columns = ["id", "public_id as publicId", "name", "display_name as displayName", "logo"] as const;
  const byId = isPublicId(idOrName)
    ? await db.selectFrom("company").select(columns).where("public_id", "=", idOrName).executeTakeFirst()
    : undefined;
  return (
    byId ?? (await db.selectFrom("company").select(columns).where("name", "=", keyOf(idOrName)).executeTakeFirst())
  );
}
