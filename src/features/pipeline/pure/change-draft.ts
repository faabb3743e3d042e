import { guessPrecision } from "#core/calendar.ts";
import { keyOf } from "#core/text.ts";
import {
  emptyRole,
  isEmptyStop,
  type PipelineDraft,
  type RoleDraft,
  type StopDraft,
} from "#features/pipeline/draft.ts";

/** Every change that the editor makes to a draft, and the number of unsaved changes. */

export type RoleChange = Partial<Omit<RoleDraft, "tempId2" | "datePrecision">>;

export type DraftAction =
  | { do: "add-stop"; at: number }
  | { do: "remove-stop"; stop: number }
  | { do: "put-back"; at: number; form: StopDraft }
  | { do: "set-company"; stop: number; companyId: string; companyName: string; logo: string }
  | { do: "set-undisclosed"; stop: number; undisclosed: boolean }
  | { do: "add-role"; stop: number }
  | { do: "remove-role"; stop: number; role: number }
  | { do: "put-role-back"; stop: number; at: number; form: RoleDraft }
  | { do: "set-role"; stop: number; role: number; change: RoleChange }
  | { do: "rate"; stop: number; role: number; rating: number };

function addStop(draft: PipelineDraft, at: number): PipelineDraft {
  const stop: StopDraft = {
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

export function changeStop(
  draft: PipelineDraft,
  tempId2: number,
  change: (stop: StopDraft) => StopDraft,
): PipelineDraft {
  return { ...draft, stops: draft.stops.map((stop) => (stop.tempId2 === tempId2 ? change(stop) : stop)) };
}

function changeRole(
  draft: PipelineDraft,
  target: { stop: number; role: number },
  change: (role: RoleDraft) => RoleDraft,
): PipelineDraft {
  return changeStop(draft, target.stop, (stop) => ({
    ...stop,
    roles: stop.roles.map((role) => (role.tempId2 === target.role ? change(role) : role)),
  }));
}

function applyRole(role: RoleDraft, change: RoleChange): RoleDraft {
  const next: RoleDraft = { ...role, ...change };
  if (change.isCurrent === true) next.endDate = "";
  // The form has months, as their first day, or days. A changed role gets the precision of its dates.
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

/** The content of the roles, without the form's own ids. The dates show their precision. */
function contentOfRoles(stop: StopDraft): string {
  return JSON.stringify(
    stop.roles.map(({ tempId2: _, datePrecision: _shown, ...content }) =>
      Object.entries(content)
        .map(([name, value]) => [name, typeof value === "string" ? value.trim() : value])
        .toSorted(),
    ),
  );
}

/** A company that got its id with a save is still the one that was typed. */
function isSameStop(a: StopDraft, b: StopDraft): boolean {
  const bothListed = a.companyId !== "" && b.companyId !== "";
  const isSame = bothListed ? a.companyId === b.companyId : keyOf(a.companyName) === keyOf(b.companyName);
  return isSame && (a.undisclosed ?? false) === (b.undisclosed ?? false) && contentOfRoles(a) === contentOfRoles(b);
}

/**
 * Counts stops that were added, edited and removed since `before`. Moving a stop is not a change. Filling in an empty form
 * adds a stop; removing an empty form is not a change.
 */
export function countChanges(
  before: readonly StopDraft[],
  after: readonly StopDraft[],
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
