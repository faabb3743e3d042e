import { AppError, type FieldIssue } from "#core/errors.ts";
import { keyOf } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit, type AuditAction } from "#features/audit/write.server.ts";
import { checkCompanyName } from "#features/pipeline/check.ts";
import { stepsOf } from "./change-stops-write.server.ts";
import { leaveAsText } from "#features/pipeline/merge-write.server.ts";
import { recountStops } from "#features/profile/recount-stops-write.server.ts";
import { queuePeople } from "#features/stats/queue-write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { findExactCompany, type ExactCompany } from "#features/catalogue/read.server.ts";
import { prepareLogo, writeLogo, type FetchPicture } from "./logo-write.server.ts";
import { isCompanyOffered } from "#features/company/read.server.ts";
import { checkDescription, readLogoWish } from "#features/company/rules.ts";
import type { CompanyForm } from "#features/company/schema.ts";
import {
  changeCompanies,
  endPatience,
  lockCompanyWithPeople,
  lockPeopleShownAt,
  readPeopleShownAt,
} from "#features/catalogue/change-companies-write.server.ts";
import { addAlias, isNameTaken, renewTerms } from "#features/catalogue/terms-write.server.ts";
import type { AdminContext } from "#server/context.ts";

/** For logos from other sites: our own address, and a function that fetches pictures. */
type LogoSource = { baseUrl: string; fetchPicture: FetchPicture };

function refuseWrongForm(form: CompanyForm, isNew: boolean): void {
  const issues: FieldIssue[] = [];
  const add = (path: keyof CompanyForm, message: string | undefined): void => {
    if (message !== undefined) issues.push({ path, message });
  };
  if (isNew) add("name", checkCompanyName(form.name ?? ""));
  if (isNew || form.displayName !== undefined) add("displayName", checkCompanyName(form.displayName ?? ""));
  if (form.description !== undefined) add("description", checkDescription(form.description.trim()));
  const first = issues[0];
  if (first) throw new AppError("bad-request", { message: first.message, issues });
}

type Named = { id: number; publicId: string; name: string };

/** Writes a line of the audit log. It outlives a name that only hidden people typed, so it has the id instead. */
async function audit(trx: Trx, ctx: AdminContext, action: AuditAction, { id, publicId, name }: Named): Promise<void> {
  const actor = { kind: "admin", adminId: ctx.admin.adminId } as const;
  const isKnown = await isCompanyOffered(trx, id);
  await recordAudit(trx, ctx, { actor, action, target: publicId, detail: { name: isKnown ? name : publicId } });
}

async function findOrRefuse(trx: Trx, idOrName: string): Promise<ExactCompany> {
  const company = await findExactCompany(trx, idOrName);
  if (!company) throw new AppError("company-not-found");
  return company;
}

/**
 * Creates a listed company.
 * @returns its public id
 * @throws AppError no-company-name, company-exists, bad-request, bad-picture
 */
export async function createCompany(ctx: AdminContext, form: CompanyForm, logos: LogoSource): Promise<string> {
  const name = keyOf(form.name ?? "");
  if (name === "") throw new AppError("no-company-name");
  refuseWrongForm(form, true);
  // Checked before the logo is fetched, and again in the transaction.
  const refuseTaken = async (trx: Trx) => {
    if (await isNameTaken(trx, name)) throw new AppError("company-exists");
  };
  await ctx.db.transaction().execute(refuseTaken);
  const logo = await prepareLogo(readLogoWish(form.logo, "", logos.baseUrl), logos.fetchPicture);
  return changeCompanies(ctx, async (trx) => {
    await refuseTaken(trx);
    const publicId = newPublicId();
    const made = await trx
      .insertInto("company")
      .values({
        public_id: publicId,
        name,
        display_name: form.displayName?.trim() ?? "",
        description: form.description?.trim() ?? "",
        status: "listed",
        edited: true,
      })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("id")
      .executeTakeFirst();
    // Somebody has just typed the same name into a pipeline.
    if (!made) throw new AppError("company-exists");
    await writeLogo(trx, made.id, logo);
    await renewTerms(trx, [made.id]);
    await trx.deleteFrom("company_deleted").where("name", "=", name).execute();
    await audit(trx, ctx, "company.create", { id: made.id, publicId, name });
    return publicId;
  });
}

/**
 * Changes what a company shows. Its name is its key and never changes. Absent fields stay as they are.
 * @returns its name, because its id may change at once
 * @throws AppError company-not-found, bad-request, bad-picture
 */
export async function updateCompany(
  ctx: AdminContext,
  idOrName: string,
  form: CompanyForm,
  logos: LogoSource,
): Promise<string> {
  const known = await findExactCompany(ctx.db, idOrName);
  if (!known) throw new AppError("company-not-found");
  refuseWrongForm(form, false);
  const logo = await prepareLogo(readLogoWish(form.logo, known.logo, logos.baseUrl), logos.fetchPicture);
  return changeCompanies(ctx, async (trx, notePeople) => {
    const company = await findOrRefuse(trx, known.name);
    const displayName = form.displayName?.trim();
    const isRenamed = displayName !== undefined && displayName !== company.displayName;
    if (isRenamed) notePeople(await lockPeopleShownAt(trx, company.id));
    await trx
      .updateTable("company")
      .set({
        edited: true,
        ...(isRenamed ? { display_name: displayName } : {}),
        ...(form.description === undefined ? {} : { description: form.description.trim() }),
      })
      .where("id", "=", company.id)
      .execute();
    await writeLogo(trx, company.id, logo);
    await renewTerms(trx, [company.id]);
    await audit(trx, ctx, "company.update", company);
    return company.name;
  });
}

/**
 * Deletes a company with all its numbers. People keep the stop as text, with the company's last name. A newer catalogue
 * brings back neither it nor companies that were merged into it.
 * @throws AppError company-not-found, overloaded
 */
export async function deleteCompany(ctx: AdminContext, idOrName: string): Promise<void> {
  await changeCompanies(ctx, async (trx, notePeople) => {
    const company = await findOrRefuse(trx, idOrName);
    const people = await lockCompanyWithPeople(trx, company.id);
    await endPatience(trx);
    notePeople(await readPeopleShownAt(trx, company.id));
    await audit(trx, ctx, "company.delete", company);
    await queuePeople(trx, people, ctx.secret);
    for (const some of stepsOf(people)) {
      await leaveAsText(trx, company, some);
      await recountStops(trx, some);
    }
    const merged = await trx
      .selectFrom("company_merge")
      .select("from_name")
      .where("into_company", "=", company.id)
      .where("undone_at", "is", null)
      .execute();
    await trx
      .insertInto("company_deleted")
      .values([company.name, ...merged.map((row) => row.from_name)].map((name) => ({ name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Its numbers, aliases, search terms, logo and merges are deleted with it.
    await trx.deleteFrom("company").where("id", "=", company.id).execute();
  });
}

/** Lists a company that somebody typed. @throws AppError company-not-found */
export async function keepCompany(ctx: AdminContext, idOrName: string): Promise<void> {
  await changeCompanies(ctx, async (trx) => {
    const company = await findOrRefuse(trx, idOrName);
    await trx.updateTable("company").set({ status: "listed" }).where("id", "=", company.id).execute();
    await trx.deleteFrom("company_deleted").where("name", "=", company.name).execute();
    await audit(trx, ctx, "company.keep", company);
  });
}

/**
 * Adds an alias to a company.
 * @throws AppError company-not-found, company-exists if another company has the name, bad-request
 */
export async function addCompanyAlias(ctx: AdminContext, idOrName: string, alias: string): Promise<void> {
  const message = checkCompanyName(alias);
  if (message !== undefined) throw new AppError("bad-request", { message, issues: [{ path: "alias", message }] });
  await changeAliases(ctx, idOrName, "company.alias-added", async (trx, company) => {
    if (!(await addAlias(trx, company.id, alias.trim()))) throw new AppError("company-exists");
  });
}

/** Removes an alias. An unknown alias changes nothing. */
export async function removeCompanyAlias(ctx: AdminContext, idOrName: string, alias: string): Promise<void> {
  await changeAliases(ctx, idOrName, "company.alias-removed", async (trx, company) => {
    await trx
      .deleteFrom("company_alias")
      .where("alias_key", "=", keyOf(alias))
      .where("company_id", "=", company.id)
      .execute();
  });
}

/** Changes a company's aliases. After that, a newer catalogue no longer changes the company's names. */
async function changeAliases(
  ctx: AdminContext,
  idOrName: string,
  action: AuditAction,
  change: (trx: Trx, company: ExactCompany) => Promise<void>,
): Promise<void> {
  await changeCompanies(ctx, async (trx) => {
    const company = await findOrRefuse(trx, idOrName);
    await change(trx, company);
    await trx.updateTable("company").set({ edited: true }).where("id", "=", company.id).execute();
    await renewTerms(trx, [company.id]);
    await audit(trx, ctx, action, company);
  });
}
