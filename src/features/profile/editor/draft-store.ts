import { dropWaiting } from "#features/transfer/parts/import-store.ts";
import type { RoleForm, StopForm } from "#features/pipeline/draft.ts";
import type { Visibility } from "#features/profile/schema.ts";
import { fields, isKind, list, ratingOf, type Fields } from "#features/transfer/pure/json.ts";
import type { ProfileForm } from "./form.ts";

/**
 * The unsaved form, kept on the device until it is saved or discarded. What
 * comes back from storage is read piece by piece: it may be old or damaged.
 */
export type KeptDraft = { form: ProfileForm; rev: number | undefined };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const VERSION = 1;
const keyOf = (profileId: string): string => `draft:${profileId}`;

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

const LEVELS: Record<Visibility, true> = { public: true, anonymous: true, private: true };
function isVisibility(value: unknown): value is Visibility {
  return typeof value === "string" && Object.hasOwn(LEVELS, value);
}

function roleFrom(value: unknown, tempId2: number): RoleForm {
  const role = fields(value);
  const { datePrecision } = role;
  return {
    tempId2,
    title: text(role["title"]),
    kind: isKind(role["kind"]) ? role["kind"] : undefined,
    startDate: text(role["startDate"]),
    endDate: role["isCurrent"] === true ? "" : text(role["endDate"]),
    isCurrent: role["isCurrent"] === true,
    datePrecision: datePrecision === "day" || datePrecision === "year" ? datePrecision : "month",
    rating: ratingOf(role["rating"]),
  };
}

/** The numbers are kept, since they tie a stop to what is saved; wrong or doubled ones are given anew. */
function stopsFrom(value: unknown, saved: ProfileForm): ProfileForm["pipeline"] {
  const wasKept = (companyId: string): boolean | undefined =>
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
  const stops = list(value).map((one): StopForm => {
    const stop = fields(one);
    const roles = list(stop["roles"]);
    const kept = stop["undisclosed"] ?? wasKept(text(stop["companyId"]));
    return {
      tempId2: number(stop["tempId2"]),
      _id: text(stop["_id"]),
      companyId: text(stop["companyId"]),
      companyName: text(stop["companyName"]),
      logo: text(stop["logo"]),
      ...(typeof kept === "boolean" ? { undisclosed: kept } : {}),
      roles: (roles.length > 0 ? roles : [{}]).map((role) => roleFrom(role, number(fields(role)["tempId2"]))),
    };
  });
  return { stops, nextId: Math.max(0, ...used) + 1 };
}

/** The level of a draft; one from before there were three said only whether it was anonymous. */
function visibilityFrom(form: Fields, saved: ProfileForm): ProfileForm["visibility"] {
  const { visibility, anonymous } = form;
  if (isVisibility(visibility)) return visibility;
  if (typeof anonymous !== "boolean" || anonymous === (saved.visibility !== "public")) return saved.visibility;
  return anonymous ? "anonymous" : "public";
}

/**
 * A draft from its stored text; undefined when there is none or it is of
 * another form. What an older draft does not know stays as it is saved, so
 * that none discloses anything.
 */
export function parseDraft(stored: string | null, saved: ProfileForm): KeptDraft | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? "null");
  } catch {
    return undefined;
  }
  const draft = fields(value);
  if (draft["version"] !== VERSION) return undefined;
  const form = fields(draft["form"]);
  const school = fields(form["school"]);
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
      hideSchool: flag(form["hideSchool"], saved.hideSchool),
      ...(typeof form["location"] === "string" ? { location: form["location"] } : {}),
      ...(typeof form["linkedin"] === "string" ? { linkedin: form["linkedin"] } : {}),
      pipeline: stopsFrom(fields(form["pipeline"])["stops"], saved),
    },
  };
}

export function readDraft(profileId: string, store: Store, saved: ProfileForm): KeptDraft | undefined {
  try {
    return parseDraft(store.getItem(keyOf(profileId)), saved);
  } catch {
    return undefined;
  }
}

/** Storage may be full or shut off; the page then simply has no draft. */
export function keepDraft(profileId: string, draft: KeptDraft, store: Store): void {
  try {
    store.setItem(keyOf(profileId), JSON.stringify({ version: VERSION, ...draft }));
  } catch {
    // Nothing to be done about it here.
  }
}

export function dropDraft(profileId: string, store: Store): void {
  try {
    store.removeItem(keyOf(profileId));
  } catch {
    // As above.
  }
  dropWaiting(profileId, store);
}
