import { CURRENT_END, type DatePrecision } from "#core/calendar.ts";
import { keyOf } from "#core/text.ts";
import { inferKind } from "#features/title/rules.ts";
import { guessPrecision, type DraftEntry, type Rating } from "./check.ts";
import type { ExperienceInput, ExperienceView, RoleKind } from "./schema.ts";

/**
 * The line builder's state: forms of stops in the order they are shown. Pure,
 * so that every move of the editor can be tested without a page.
 */

export type RoleForm = {
  /** Local number, unique in the editor; names the form, never travels. */
  tempId2: number;
  title: string;
  /** Undefined = to be read from the title. */
  kind: RoleKind | undefined;
  /** `YYYY-MM-DD`, '' or what was typed and is no date. */
  startDate: string;
  /** '' while current; the placeholder of the wire never gets in here. */
  endDate: string;
  isCurrent: boolean;
  datePrecision: DatePrecision;
  rating: Rating;
};

export type StopForm = {
  tempId2: number;
  /** '' for a stop that was never saved. */
  _id: string;
  /** '' for a company that is not listed (yet). */
  companyId: string;
  companyName: string;
  /** Address of the company's mark, '' when there is none to show. */
  logo: string;
  /** Others see 'Undisclosed company' in its place. Absent = as it is stored, else not. */
  undisclosed?: boolean;
  roles: RoleForm[];
};

export type PipelineDraft = {
  stops: StopForm[];
  /** The next free local number. */
  nextId: number;
};

export type RoleChange = Partial<Pick<RoleForm, "title" | "kind" | "startDate" | "endDate" | "rating" | "isCurrent">>;

export type DraftAction =
  | { do: "add-stop"; at: number }
  | { do: "remove-stop"; stop: number }
  | { do: "put-back"; at: number; form: StopForm }
  | { do: "set-company"; stop: number; companyId: string; companyName: string; logo: string }
  | { do: "set-undisclosed"; stop: number; undisclosed: boolean }
  | { do: "add-role"; stop: number }
  | { do: "remove-role"; stop: number; role: number }
  | { do: "put-role-back"; stop: number; at: number; form: RoleForm }
  | { do: "set-role"; stop: number; role: number; change: RoleChange }
  | { do: "rate"; stop: number; role: number; rating: Rating };

function emptyRole(tempId2: number): RoleForm {
  return {
    tempId2,
    title: "",
    kind: undefined,
    startDate: "",
    endDate: "",
    isCurrent: false,
    datePrecision: "month",
    rating: 0,
  };
}

function addStop(draft: PipelineDraft, at: number): PipelineDraft {
  const stop: StopForm = {
    tempId2: draft.nextId,
    _id: "",
    companyId: "",
    companyName: "",
    logo: "",
    roles: [emptyRole(draft.nextId + 1)],
  };
  const place = Math.min(Math.max(0, at), draft.stops.length);
  return { stops: draft.stops.toSpliced(place, 0, stop), nextId: draft.nextId + 2 };
}

function changeStop(draft: PipelineDraft, tempId2: number, change: (stop: StopForm) => StopForm): PipelineDraft {
  return { ...draft, stops: draft.stops.map((stop) => (stop.tempId2 === tempId2 ? change(stop) : stop)) };
}

function changeRole(
  draft: PipelineDraft,
  target: { stop: number; role: number },
  change: (role: RoleForm) => RoleForm,
): PipelineDraft {
  return changeStop(draft, target.stop, (stop) => ({
    ...stop,
    roles: stop.roles.map((role) => (role.tempId2 === target.role ? change(role) : role)),
  }));
}

function applyRole(role: RoleForm, change: RoleChange): RoleForm {
  const next: RoleForm = { ...role, ...change };
  if (change.isCurrent === true) next.endDate = "";
  // The fields give months, as their first day, and days: a touched role is as exact as what stands in them.
  if (change.startDate !== undefined || change.endDate !== undefined) {
    next.datePrecision = guessPrecision([next.startDate, next.endDate]);
  }
  return next;
}

/** The next state. Unknown numbers change nothing; a stop keeps at least one role. */
export function changeDraft(draft: PipelineDraft, action: DraftAction): PipelineDraft {
  switch (action.do) {
    case "add-stop":
      return addStop(draft, action.at);
    case "remove-stop":
      return { ...draft, stops: draft.stops.filter(({ tempId2 }) => tempId2 !== action.stop) };
    case "put-back": {
      if (draft.stops.some(({ tempId2 }) => tempId2 === action.form.tempId2)) return draft;
      return { ...draft, stops: draft.stops.toSpliced(action.at, 0, action.form) };
    }
    case "set-company": {
      const { companyId, companyName, logo } = action;
      return changeStop(draft, action.stop, (stop) => ({ ...stop, companyId, companyName, logo }));
    }
    case "set-undisclosed":
      return changeStop(draft, action.stop, (stop) => ({ ...stop, undisclosed: action.undisclosed }));
    case "add-role": {
      const added = changeStop(draft, action.stop, (stop) => ({
        ...stop,
        roles: [...stop.roles, emptyRole(draft.nextId)],
      }));
      return { ...added, nextId: draft.nextId + 1 };
    }
    case "remove-role":
      return changeStop(draft, action.stop, (stop) => {
        const roles = stop.roles.filter(({ tempId2 }) => tempId2 !== action.role);
        return roles.length === 0 ? stop : { ...stop, roles };
      });
    case "put-role-back":
      return changeStop(draft, action.stop, (stop) => ({
        ...stop,
        roles: stop.roles.some(({ tempId2 }) => tempId2 === action.form.tempId2)
          ? stop.roles
          : stop.roles.toSpliced(action.at, 0, action.form),
      }));
    case "set-role":
      return changeRole(draft, action, (role) => applyRole(role, action.change));
    case "rate":
      return changeRole(draft, action, (role) => ({
        ...role,
        rating: role.rating === action.rating ? 0 : action.rating,
      }));
  }
}

function toRating(rating: number | undefined): Rating {
  return rating === 20 || rating === 40 || rating === 60 || rating === 80 || rating === 100 ? rating : 0;
}

/** The forms of a saved pipeline, in its order. */
export function draftFrom(pipeline: readonly ExperienceView[]): PipelineDraft {
  let nextId = 1;
  const take = (): number => nextId++;
  const stops = pipeline.map((of): StopForm => {
    const tempId2 = take();
    const roles = of.roles.map((role): RoleForm => ({
      tempId2: take(),
      title: role.title,
      // A kind the title says itself follows the title when that is edited.
      kind: role.kind === inferKind(role.title) ? undefined : role.kind,
      startDate: role.startDate,
      endDate: role.isIndefinite || role.endDate === CURRENT_END ? "" : role.endDate,
      isCurrent: role.isIndefinite || role.endDate === CURRENT_END,
      datePrecision: role.datePrecision,
      rating: toRating(role.rating),
    }));
    return {
      tempId2,
      _id: of._id,
      companyId: of.companyId,
      companyName: of.displayName,
      logo: of.logo,
      ...(of.undisclosed === undefined ? {} : { undisclosed: of.undisclosed }),
      roles: roles.length > 0 ? roles : [emptyRole(take())],
    };
  });
  return { stops, nextId };
}

/** The draft as checkPipeline reads it, stop by stop in the order of the page. */
export function toEntries(stops: readonly StopForm[]): DraftEntry[] {
  return stops.map(({ companyId, companyName, undisclosed, roles }) => ({
    companyId,
    companyName,
    undisclosed,
    roles: roles.map(({ tempId2: _tempId2, ...role }) => role),
  }));
}

function byStart(a: { startDate: string }, b: { startDate: string }): number {
  return a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0;
}

function firstStart(stop: StopForm): string {
  return stop.roles.map(({ startDate }) => startDate).toSorted()[0] ?? "";
}

/** Stops by their first start, roles by theirs; what starts together stays in the order of the page. */
export function inOrder(stops: readonly StopForm[]): StopForm[] {
  return stops
    .map((stop) => ({ ...stop, roles: stop.roles.toSorted(byStart) }))
    .toSorted((a, b) => byStart({ startDate: firstStart(a) }, { startDate: firstStart(b) }));
}

/** The wire's experience: its roles, and the latest one's fields for clients that know none. */
export type WireExperience = ExperienceInput & { logo: string };

/** The pipeline of PATCH /api/profile/{id}, in order of start. */
export function toWire(stops: readonly StopForm[]): WireExperience[] {
  return inOrder(stops).map((stop) => {
    const roles = stop.roles.map((role) => ({
      title: role.title.trim(),
      kind: role.kind,
      startDate: role.startDate,
      endDate: role.isCurrent ? CURRENT_END : role.endDate,
      isIndefinite: role.isCurrent,
      datePrecision: role.datePrecision,
      rating: role.rating,
    }));
    const latest = roles.at(-1);
    return {
      tempId2: stop.tempId2,
      ...(stop._id === "" ? {} : { _id: stop._id }),
      companyId: stop.companyId,
      companyName: stop.companyName.trim(),
      displayName: stop.companyName.trim(),
      logo: stop.logo,
      ...(stop.undisclosed === undefined ? {} : { undisclosed: stop.undisclosed }),
      title: latest?.title ?? "",
      startDate: roles[0]?.startDate ?? "",
      endDate: latest?.endDate ?? "",
      isIndefinite: latest?.isIndefinite ?? false,
      rating: latest?.rating ?? 0,
      roles,
    };
  });
}

/** What a person entered in the roles, without the numbers of forms. */
function rolesOf(stop: StopForm): string {
  return JSON.stringify(
    stop.roles.map((role) => [role.title.trim(), role.kind, role.startDate, role.endDate, role.isCurrent, role.rating]),
  );
}

/** A company that got its id with a save is still the one that was typed. */
function isSameStop(a: StopForm, b: StopForm): boolean {
  const bothListed = a.companyId !== "" && b.companyId !== "";
  const isSame = bothListed ? a.companyId === b.companyId : keyOf(a.companyName) === keyOf(b.companyName);
  return isSame && (a.undisclosed ?? false) === (b.undisclosed ?? false) && rolesOf(a) === rolesOf(b);
}

/**
 * How many stops were added, edited and removed since `before`. Moving a stop
 * on the page is no change; an empty form that is filled in is an added stop,
 * and one that gives way to others was none.
 */
export function countChanges(
  before: readonly StopForm[],
  after: readonly StopForm[],
): { added: number; edited: number; removed: number } {
  const known = new Map(before.map((stop) => [stop.tempId2, stop]));
  let [added, edited] = [0, 0];
  for (const stop of after) {
    const was = known.get(stop.tempId2);
    if (!was || (was._id === "" && !isSameStop(was, stop))) added += 1;
    else if (!isSameStop(was, stop)) edited += 1;
    known.delete(stop.tempId2);
  }
  const removed = [...known.values()].filter((stop) => stop._id !== "" || !isEmptyStop(stop));
  return { added, edited, removed: removed.length };
}

/** True for a stop in which nothing was entered yet. */
export function isEmptyStop(stop: StopForm): boolean {
  return (
    stop.companyName.trim() === "" &&
    stop.roles.every(
      (role) => role.title.trim() === "" && role.startDate === "" && role.endDate === "" && role.rating === 0,
    )
  );
}
