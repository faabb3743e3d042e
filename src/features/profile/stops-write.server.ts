import { AppError } from "#core/errors.ts";
import { keyOf } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import type { ChangingProfile, RoleRow, TitleRules } from "#core/stored-profile.ts";
import {
  ensureCompanies,
  presentIds,
  publicNames,
  type NamedCompany,
  type TakeNames,
} from "#features/catalogue/create-write.server.ts";
import { checkPipeline, MESSAGES, readExperience } from "#features/pipeline/check.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import { isNoCompany } from "#features/pipeline/pure/no-company.ts";
import type { ExperienceInput } from "#features/pipeline/schema.ts";
import { mergePlainStop, replacePipeline, type StopOwner } from "#features/pipeline/write.server.ts";

/**
 * Replaces the pipeline by the one that a client sent. Fills missing fields from the stored one, checks it, and finds or
 * creates its companies.
 * @param ownerOf called after the companies are found; what it waits for goes together with that
 * @returns how many stops there are now, and whether only people named one of the companies
 * @throws AppError fields-missing, invalid-date, duplicate-company, bad-request, too-many-requests
 */
export async function saveStops(
  trx: Trx,
  ownerOf: () => Promise<StopOwner>,
  sent: readonly ExperienceInput[],
  before: ChangingProfile,
  { titles, takeNames }: { titles: TitleRules; takeNames?: TakeNames | undefined },
): Promise<{ count: number; hasTyped: boolean }> {
  const { roles: stored, counted } = before;
  const stops = (await draftsOf(trx, counted.id, sent, stored)).map((stop) => underStoredText(stop, stored));
  refuseWrongPipeline(stops);
  // No company is created for "Self-employed" and similar texts, or for a stop whose company was deleted. They stay
  // text.
  const isText = (stop: StopDraft): boolean =>
    isNamedNoCompany(stop) || stored.some((role) => role.company_id === null && role.stop_id === stop.companyId);
  const atCompanies = stops.filter((stop) => !isText(stop));
  const found = await ensureCompanies(trx, counted.id, atCompanies, takeNames);
  const companies = new Map(atCompanies.map((stop, at) => [stop, found[at]]));
  refuseSameCompany(stops.map((stop) => companies.get(stop)?.id));
  const companyKeys = new Map<StopDraft, number>();
  const written = stops.map((stop) => {
    const company = companies.get(stop);
    const one = { ...stop, companyName: spellingOf(company, stop, stored) };
    if (company) companyKeys.set(one, company.id);
    return one;
  });
  const pipeline = { stops: written, companyKeys, titles };
  const count = await replacePipeline(trx, await ownerOf(), pipeline, counted.stops);
  return { count, hasTyped: found.some(({ isTyped }) => isTyped) };
}

/**
 * Turns what was sent into drafts. Replaces ids of merged companies, and adds the fields that clients without roles leave
 * out. If the company's id is known, the name beside it is ignored.
 */
async function draftsOf(
  trx: Trx,
  profileKey: number,
  sent: readonly ExperienceInput[],
  stored: readonly RoleRow[],
): Promise<StopDraft[]> {
  const drafts = sent.map(readExperience);
  const sentIds = drafts.map((stop) => stop.companyId);
  const ids = await presentIds(trx, profileKey, sentIds);
  const names = await publicNames(trx, [...sentIds, ...ids.values()]);
  return drafts.map((draft, index) => {
    const sentId = ids.get(draft.companyId) ?? draft.companyId;
    const isSent = (role: RoleRow): boolean => (role.company_id ?? role.stop_id) === sentId;
    const own = stored.filter(isSent);
    // A company gets a new id when others may no longer know of it. A client may still send the old one.
    const isNamed = (role: RoleRow): boolean => role.company_id !== null && role.name === keyOf(draft.companyName);
    const known = draft.companyId === "" || own.length > 0 ? own : stored.filter(isNamed);
    const companyId = known[0]?.company_id ?? sentId;
    const companyName = own[0]?.display_name ?? names.get(sentId) ?? draft.companyName;
    const stop = { ...draft, companyId, companyName };
    return (sent[index]?.roles ?? []).length > 0 ? stop : mergePlainStop(stop, known);
  });
}

const isNamedNoCompany = (stop: StopDraft): boolean => stop.companyId === "" && isNoCompany(stop.companyName);

/** Finds the stored stop of one without a company that was sent with its name only. */
function underStoredText(stop: StopDraft, stored: readonly RoleRow[]): StopDraft {
  if (!isNamedNoCompany(stop)) return stop;
  const key = keyOf(stop.companyName);
  const known = stored.find((role) => role.company_id === null && keyOf(role.display_name) === key);
  return known ? { ...stop, companyId: known.stop_id } : stop;
}

/** The name that a stop stores: the company's own, or the person's spelling if only people named the company. */
function spellingOf(company: NamedCompany | undefined, stop: StopDraft, stored: readonly RoleRow[]): string {
  if (!company) return stop.companyName;
  if (!company.isTyped) return company.displayName;
  const typed = stop.companyName.trim();
  if (keyOf(typed) === company.name) return typed;
  const known = stored.find((role) => role.company_id !== null && role.company_id === stop.companyId);
  return known?.display_name ?? company.displayName;
}

function refuseWrongPipeline(stops: readonly StopDraft[]): void {
  const issues = checkPipeline(stops);
  const message = issues[0]?.message;
  if (message === undefined) return;
  const code =
    message === MESSAGES.invalidDate
      ? "invalid-date"
      : message === MESSAGES.duplicate
        ? "duplicate-company"
        : message === MESSAGES.missing
          ? "fields-missing"
          : "bad-request";
  throw new AppError(code, { message, issues });
}

/** Checked after the look-up, because two spellings can be aliases of one company. */
function refuseSameCompany(keys: readonly (number | undefined)[]): void {
  const index = keys.findIndex((key, at) => key !== undefined && keys.indexOf(key) !== at);
  if (index === -1) return;
  throw new AppError("duplicate-company", {
    issues: [{ path: `pipeline.${index}.companyName`, message: MESSAGES.duplicate }],
  });
}
