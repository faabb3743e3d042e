import { fieldsOf, type Fields } from "#core/fields.ts";
import { inStorage } from "#core/in-storage.ts";
import { isRoleKind } from "#core/role-kind.ts";
import { ROLE_TEXT_NAMES } from "#core/role-texts.ts";
import { emptyRole, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { isVisibility, list, ratingOf } from "#features/import/pure/json.ts";
import type { ProfileForm } from "./form.ts";

/**
 * The unsaved form in local storage. Each field is checked, because an older version may have stored it. Its key is the
 * mark of the account (src/server/text-owner.ts): the profile gets another id when its level is switched, maybe in
 * another tab or on another device.
 */
type StoredDraft = { form: ProfileForm; rev: number | undefined };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const VERSION = 1;
const keyOf = (owner: string): string => `draft:${owner}`;

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

function roleFrom(value: unknown, tempId2: number): RoleDraft {
  const stored = fieldsOf(value);
  const { kind, isCurrent, datePrecision, rating } = stored;
  const role = emptyRole(tempId2);
  for (const name of ["title", "startDate", "endDate", ...ROLE_TEXT_NAMES] as const) role[name] = text(stored[name]);
  if (isRoleKind(kind)) role.kind = kind;
  if (datePrecision === "day" || datePrecision === "year") role.datePrecision = datePrecision;
  role.rating = ratingOf(rating);
  if (isCurrent === true) return { ...role, isCurrent, endDate: "" };
  return role;
}

/** `tempId2` ties a stop to its saved one and is read back; a wrong or repeated number is replaced. */
function stopsFrom(value: unknown, saved: ProfileForm): ProfileForm["pipeline"] {
  const wasUndisclosed = (companyId: string): boolean | undefined =>
    companyId === "" ? undefined : saved.pipeline.stops.find((stop) => stop.companyId === companyId)?.undisclosed;
  const used = new Set<number>();
  let nextId = 1_000_000;
  const number = (candidate: unknown): number => {
    const fits =
      typeof candidate === "number" && Number.isSafeInteger(candidate) && candidate > 0 && candidate < 1_000_000;
    const id = fits && !used.has(candidate) ? candidate : nextId++;
    used.add(id);
    return id;
  };
  const stops = list(value).map((one): StopDraft => {
    const stop = fieldsOf(one);
    const roles = list(stop["roles"]);
    const kept = stop["undisclosed"] ?? wasUndisclosed(text(stop["companyId"]));
    return {
      tempId2: number(stop["tempId2"]),
      _id: text(stop["_id"]),
      companyId: text(stop["companyId"]),
      companyName: text(stop["companyName"]),
      logo: text(stop["logo"]),
      ...(typeof kept === "boolean" ? { undisclosed: kept } : {}),
      roles: (roles.length > 0 ? roles : [{}]).map((role) => roleFrom(role, number(fieldsOf(role)["tempId2"]))),
    };
  });
  return { stops, nextId: Math.max(0, ...used) + 1 };
}

/** Drafts from before there were three levels say only whether they are anonymous. */
function visibilityFrom(form: Fields, saved: ProfileForm): ProfileForm["visibility"] {
  const { visibility, anonymous } = form;
  if (isVisibility(visibility)) return visibility;
  if (typeof anonymous !== "boolean" || anonymous === (saved.visibility !== "public")) return saved.visibility;
  return anonymous ? "anonymous" : "public";
}

/**
 * A draft from its stored text; undefined when there is none or its version is unknown. Fields that an older draft
 * lacks keep their saved values, so that an old draft never makes a profile more visible.
 */
export function parseDraft(stored: string | null, saved: ProfileForm): StoredDraft | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? "null");
  } catch {
    return undefined;
  }
  const draft = fieldsOf(value);
  if (draft["version"] !== VERSION) return undefined;
  const form = fieldsOf(draft["form"]);
  const school = fieldsOf(form["school"]);
  const { rev } = draft;
  return {
    rev: typeof rev === "number" ? rev : undefined,
    form: {
      firstName: text(form["firstName"]),
      lastName: text(form["lastName"]),
      school: {
        schoolId: text(school["schoolId"]),
        schoolName: text(school["schoolName"]),
        logo: text(school["logo"]),
      },
      visibility: visibilityFrom(form, saved),
      showMonths: flag(form["showMonths"], saved.showMonths),
      ownTitles: flag(form["ownTitles"], saved.ownTitles),
      hideSchool: flag(form["hideSchool"], saved.hideSchool),
      ...(typeof form["location"] === "string" ? { location: form["location"] } : {}),
      ...(typeof form["linkedin"] === "string" ? { linkedin: form["linkedin"] } : {}),
      pipeline: stopsFrom(fieldsOf(form["pipeline"])["stops"], saved),
    },
  };
}

export function readDraft(owner: string, store: Store, saved: ProfileForm): StoredDraft | undefined {
  return inStorage(() => parseDraft(store.getItem(keyOf(owner)), saved));
}

export function storeDraft(owner: string, draft: StoredDraft, store: Store): void {
  inStorage(() => store.setItem(keyOf(owner), JSON.stringify({ version: VERSION, ...draft })));
}

/** Moves a draft that an earlier version of this page stored under the profile's id. A newer draft stays. */
export function adoptDraft(profileId: string, owner: string, store: Store): void {
  inStorage(() => {
    const kept = store.getItem(keyOf(profileId));
    store.removeItem(keyOf(profileId));
    if (kept !== null && store.getItem(keyOf(owner)) === null) store.setItem(keyOf(owner), kept);
  });
}

export function deleteDraft(owner: string, store: Store): void {
  inStorage(() => store.removeItem(keyOf(owner)));
}
