import { AppError } from "#core/errors.ts";
import { checkIdentity, checkName, checkPipeline, MESSAGES, type DraftEntry } from "#features/pipeline/check.ts";
import type { ProfileRow } from "./pure/projection.ts";
import type { ProfilePatch } from "./schema.ts";

/** What a save is refused for before or while it is made: the shared rules, as the errors of the product. */

export function refuseWrongFields(patch: ProfilePatch, ownId: string): void {
  const names = checkName(patch);
  if (names.length > 0) throw new AppError("fields-missing", { message: names[0]?.message ?? "", issues: names });
  const identity = checkIdentity(patch, ownId);
  const first = identity[0];
  if (!first) return;
  const code =
    first.message === MESSAGES.profileMissing
      ? "profile-fields-missing"
      : first.path === "linkedin"
        ? "invalid-linkedin"
        : first.path === "username"
          ? "invalid-username"
          : "bad-request";
  throw new AppError(code, { message: first.message, issues: identity });
}

/** Whoever saves a pipeline as their profile has a name, sent now or before; a sign-in that only fills fields need not. */
export function refuseNameless(row: ProfileRow, patch: ProfilePatch): void {
  if (patch.created !== true || patch.pipeline === undefined) return;
  const issues = checkName({
    firstName: patch.firstName ?? row.first_name,
    lastName: patch.lastName ?? row.last_name,
  });
  if (issues.length > 0) throw new AppError("fields-missing", { issues });
}

export function refuseWrongPipeline(entries: readonly DraftEntry[]): void {
  const issues = checkPipeline(entries);
  const first = issues[0];
  if (!first) return;
  const code =
    first.message === MESSAGES.invalidDate
      ? "invalid-date"
      : first.message === MESSAGES.duplicate
        ? "duplicate-company"
        : first.message === MESSAGES.missing
          ? "fields-missing"
          : "bad-request";
  throw new AppError(code, { message: first.message, issues });
}

/** Two spellings can lead to one company (an alias): known only after the look-up. */
export function refuseSameCompany(keys: readonly (number | undefined)[]): void {
  const index = keys.findIndex((key, at) => key !== undefined && keys.indexOf(key) !== at);
  if (index !== -1) {
    throw new AppError("duplicate-company", {
      issues: [{ path: `pipeline.${index}.companyName`, message: MESSAGES.duplicate }],
    });
  }
}
