import { AppError, ERRORS } from "#core/errors.ts";
import { isCommonPassword } from "#server/common-passwords.ts";
import { hashPassword } from "#server/password.ts";
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
