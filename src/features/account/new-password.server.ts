import { AppError, ERRORS } from "#core/errors.ts";
import type { Reader } from "#db/connect.ts";
import { isCommonPassword } from "#server/common-passwords.ts";
import { hashPassword } from "#server/password.ts";
import { ownerKey } from "#server/token.ts";
import { checkNewPassword } from "./rules.ts";

/**
 * The stored form of a new password that keeps the rules.
 * @throws AppError weak-password with the rule's own sentence
 */
export async function hashNewPassword(password: string, email: string, names: readonly string[] = []): Promise<string> {
  const broken = checkNewPassword(password, email, names);
  if (broken !== undefined || isCommonPassword(password)) {
    throw new AppError("weak-password", { message: broken ?? ERRORS["weak-password"].sentence });
  }
  return hashPassword(password);
}

/** What somebody is called on the site: words their password must not be made of. */
export async function readNames(db: Reader, secret: Buffer, accountId: string): Promise<string[]> {
  const profile = await db
    .selectFrom("profile")
    .select(["first_name", "last_name", "username"])
    .where("owner_key", "=", ownerKey(secret, accountId))
    .executeTakeFirst();
  return profile ? [profile.first_name, profile.last_name, profile.username ?? ""] : [];
}
