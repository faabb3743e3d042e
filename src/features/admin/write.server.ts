import { AppError, ERRORS } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { isCommonPassword } from "#server/common-passwords.ts";
import { checkNewPassword, emailKey, isEmail } from "#features/account/rules.ts";
import { newPublicId } from "#server/ids.ts";
import { hashPassword } from "#server/password.ts";

/**
 * Makes an administrator, or gives an existing one a new password. Only a
 * command on the server does this; there is no sign-up for administrators.
 * @throws AppError bad-request for what is no e-mail, weak-password
 */
export async function createAdmin(
  db: Database,
  input: { email: string; password: string },
): Promise<"created" | "password changed"> {
  if (!isEmail(input.email))
    throw new AppError("bad-request", { message: `"${input.email}" is not an e-mail address.` });
  const broken = checkNewPassword(input.password, input.email);
  if (broken !== undefined || isCommonPassword(input.password)) {
    throw new AppError("weak-password", { message: broken ?? ERRORS["weak-password"].sentence });
  }
  const passwordHash = await hashPassword(input.password);
  const key = emailKey(input.email);
  const changed = await db
    .updateTable("admin")
    .set({ password_hash: passwordHash })
    .where("email_key", "=", key)
    .returning("id")
    .executeTakeFirst();
  if (changed) return "password changed";
  await db
    .insertInto("admin")
    .values({ id: newPublicId(), email: input.email, email_key: key, password_hash: passwordHash })
    .execute();
  return "created";
}
