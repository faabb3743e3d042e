import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { encodeLogo } from "#server/picture.ts";
import { newPublicId } from "#server/ids.ts";
import { findExactCompany, readCatalogueLogos } from "#features/catalogue/read.server.ts";
import { ownLogoPath, type LogoWish } from "#features/company/rules.ts";
import { changeCompanies } from "#features/catalogue/change-companies-write.server.ts";
import type { AdminContext } from "#server/context.ts";

/** A prepared logo. Everything slow is already done. */
type ReadyLogo = { kind: "keep" } | { kind: "path"; path: string } | { kind: "bytes"; webp: Buffer };

/** Fetches a picture from an address; tests replace it. */
export type FetchPicture = (address: string) => Promise<Uint8Array>;

const WRONG = "The logo must be empty, a logo of our site, or an address that begins with https://.";
const UNKNOWN = "There is no logo at this address of our site.";
const UNREAD =
  "The logo could not be read from this address. Send it as a file, or leave the field empty for a monogram.";

function refuse(message: string): never {
  throw new AppError("bad-picture", { message, issues: [{ path: "logo", message }] });
}

/**
 * Prepares a logo before anything is written: a picture from another address is fetched once and re-encoded.
 * @throws AppError bad-picture with a sentence that says what to do instead
 */
export async function prepareLogo(wish: LogoWish, fetchPicture: FetchPicture): Promise<ReadyLogo> {
  if (wish.kind === "keep") return wish;
  if (wish.kind === "none") return { kind: "path", path: "" };
  if (wish.kind === "wrong") return refuse(WRONG);
  if (wish.kind === "ours") {
    return (await readCatalogueLogos()).has(wish.path) ? { kind: "path", path: wish.path } : refuse(UNKNOWN);
  }
  try {
    return { kind: "bytes", webp: await encodeLogo(await fetchPicture(wish.address)) };
  } catch (error) {
    if (error instanceof AppError && error.code === "overloaded") throw error;
    return refuse(UNREAD);
  }
}

/** Stores a ready logo, and its path in the company's column `logo`. */
export async function writeLogo(trx: Trx, companyKey: number, logo: ReadyLogo): Promise<void> {
  if (logo.kind === "keep") return;
  await trx.deleteFrom("company_logo").where("company_id", "=", companyKey).execute();
  let path = logo.kind === "path" ? logo.path : "";
  if (logo.kind === "bytes") {
    const publicId = newPublicId();
    path = ownLogoPath(publicId);
    await trx
      .insertInto("company_logo")
      .values({ company_id: companyKey, public_id: publicId, bytes: logo.webp })
      .execute();
  }
  await trx.updateTable("company").set({ logo: path, edited: true }).where("id", "=", companyKey).execute();
}

/**
 * Gives a company the logo in an uploaded file.
 * @param input.bytes JPEG, PNG or WebP, as encodePicture takes them
 * @returns the company's name, since its id may change at once
 * @throws AppError company-not-found, bad-picture, body-too-large, overloaded
 */
export async function uploadLogo(ctx: AdminContext, input: { name: string; bytes: Uint8Array }): Promise<string> {
  const webp = await encodeLogo(input.bytes);
  return changeCompanies(ctx, async (trx) => {
    const company = await findExactCompany(trx, input.name);
    if (!company) throw new AppError("company-not-found");
    await writeLogo(trx, company.id, { kind: "bytes", webp });
    const actor = { kind: "admin", adminId: ctx.admin.adminId } as const;
    await recordAudit(trx, ctx, {
      actor,
      action: "company.logo",
      target: company.publicId,
      detail: { name: company.name },
    });
    return company.name;
  });
}
