import type { RoleDraft, StopDraft } from "#features/pipeline/draft.ts";
import { changeDraft, type DraftAction } from "#features/pipeline/pure/change-draft.ts";
import type { StopView } from "#features/pipeline/schema.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { byStartDate } from "./order.ts";
import { formOf, notesOf, stopOfField, type FieldNote, type ProfileForm } from "./form.ts";

export type Removed =
  | { what: "stop"; form: StopDraft; at: number; saved: StopView | undefined }
  | { what: "role"; form: RoleDraft; at: number; stop: number }
  /** All unsaved changes were discarded. `time` distinguishes two discards. */
  | { what: "draft"; form: ProfileForm; time: number };

export type EditorState = {
  form: ProfileForm;
  /** The same form as the server has it. */
  saved: ProfileForm;
  /** The last profile from the server. The next save sends its `rev`. */
  base: OwnProfile;
  /** `tempId2` of the expanded stops. */
  open: readonly number[];
  /** Fields that lost the focus once. Only these show messages while typing. */
  touched: readonly string[];
  /** Set after a refused save: all fields show their messages, except those of `fresh`. */
  showsAll: boolean;
  /** `tempId2` of stops and roles added after that save. They show messages only once touched. */
  fresh: readonly number[];
  /** The server's messages; cleared by the next edit. */
  refused: readonly FieldNote[];
  /** The last removal, for undo. */
  removed: Removed | undefined;
  /** `tempId2` of the stop that was last moved by sorting; cleared by the next change. */
  moved: number | undefined;
};

export type EditorAction =
  | { do: "set"; change: Partial<Omit<ProfileForm, "pipeline">> }
  | { do: "pipeline"; action: DraftAction }
  | { do: "open" | "close"; stop: number }
  | { do: "put-in-order"; stop: number }
  | { do: "touch"; field: string }
  | { do: "show-all" }
  | { do: "refuse"; notes: readonly FieldNote[] }
  | { do: "undo" }
  | { do: "forget-removed" }
  | { do: "discard" }
  | { do: "bring-back"; form: ProfileForm }
  | { do: "load"; profile: OwnProfile }
  /** Takes a newer profile from the server as the base and keeps the form. */
  | { do: "rebase"; profile: OwnProfile }
  /** A saved stop was removed from the server at once, or put back. */
  | { do: "stop-gone"; stop: number; profile: OwnProfile }
  | { do: "stop-back"; form: StopDraft; at: number; profile: OwnProfile };

/** Stops with problems are expanded when the page opens. */
function openAtFirst(form: ProfileForm): number[] {
  const wrong = new Set(notesOf(form).map(({ field }) => stopOfField(form, field)));
  return form.pipeline.stops.filter((stop) => wrong.has(stop.tempId2)).map((stop) => stop.tempId2);
}

export function stateOf(profile: OwnProfile): EditorState {
  const form = formOf(profile);
  return {
    form,
    saved: form,
    base: profile,
    open: openAtFirst(form),
    touched: [],
    showsAll: false,
    fresh: [],
    refused: [],
    removed: undefined,
    moved: undefined,
  };
}

function isFresh(state: EditorState, field: string): boolean {
  return state.fresh.some((number) => field.endsWith(`-${number}`));
}

/** The messages to show: after a refused save all of them, otherwise those of touched fields. */
export function shownNotes(state: EditorState): FieldNote[] {
  const own = notesOf(state.form).filter(
    ({ field }) => (state.showsAll && !isFresh(state, field)) || state.touched.includes(field),
  );
  return [...own, ...state.refused];
}

/** The numbers of all stops and roles. */
export function numbersOf(stops: readonly StopDraft[]): number[] {
  return stops.flatMap((stop) => [stop.tempId2, ...stop.roles.map(({ tempId2 }) => tempId2)]);
}

function changePipeline(state: EditorState, action: DraftAction): EditorState {
  const before = state.form.pipeline;
  const pipeline = changeDraft(before, action);
  const next: EditorState = { ...state, form: { ...state.form, pipeline }, refused: [], moved: undefined };
  if (action.do === "add-stop" || action.do === "add-role") {
    const known = new Set(numbersOf(before.stops));
    const added = numbersOf(pipeline.stops).filter((number) => !known.has(number));
    const grown = { ...next, fresh: [...state.fresh, ...added] };
    const stop = pipeline.stops.find(({ tempId2 }) => added.includes(tempId2));
    return stop ? open(grown, stop.tempId2) : grown;
  }
  if (action.do === "remove-stop") {
    const at = before.stops.findIndex(({ tempId2 }) => tempId2 === action.stop);
    const form = before.stops[at];
    const saved = state.base.pipeline.find(({ companyId }) => form && companyId === form.companyId);
    return form ? { ...next, removed: { what: "stop", form, at, saved } } : next;
  }
  if (action.do === "remove-role") {
    const roles = before.stops.find(({ tempId2 }) => tempId2 === action.stop)?.roles ?? [];
    const at = roles.findIndex(({ tempId2 }) => tempId2 === action.role);
    const form = roles[at];
    // Keep the last one.
    return form && roles.length > 1 ? { ...next, removed: { what: "role", form, at, stop: action.stop } } : next;
  }
  return next;
}

/** Sorts the stops by start. Sets `moved` if the given stop changed its place. */
function putInOrder(state: EditorState, stop: number): EditorState {
  const placeOf = ({ form }: EditorState): number => form.pipeline.stops.findIndex(({ tempId2 }) => tempId2 === stop);
  const { pipeline } = state.form;
  const ordered = { ...pipeline, stops: byStartDate(pipeline.stops) };
  const next: EditorState = { ...state, form: { ...state.form, pipeline: ordered } };
  return { ...next, moved: placeOf(next) === placeOf(state) ? undefined : stop };
}

/** Expands one stop and collapses the others, except those with problems. */
function open(state: EditorState, stop: number): EditorState {
  const wrong = new Set(notesOf(state.form).map(({ field }) => stopOfField(state.form, field)));
  return { ...state, open: [...state.open.filter((other) => wrong.has(other) && other !== stop), stop] };
}

function showAll(state: EditorState, notes: readonly FieldNote[]): EditorState {
  const wrong = notes.flatMap(({ field }) => stopOfField(state.form, field) ?? []);
  return { ...state, showsAll: true, fresh: [], open: [...new Set([...state.open, ...wrong])] };
}

export function changeEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.do) {
    case "set":
      return { ...state, form: { ...state.form, ...action.change }, refused: [] };
    case "pipeline":
      return changePipeline(state, action.action);
    case "open":
      return open(state, action.stop);
    case "close":
      return putInOrder({ ...state, open: state.open.filter((stop) => stop !== action.stop) }, action.stop);
    case "put-in-order":
      return putInOrder(state, action.stop);
    case "touch":
      return state.touched.includes(action.field) ? state : { ...state, touched: [...state.touched, action.field] };
    case "show-all":
      return showAll(state, notesOf(state.form));
    case "refuse":
      return { ...showAll(state, action.notes), refused: action.notes };
    case "undo": {
      if (!state.removed) return state;
      const { removed } = state;
      if (removed.what === "draft") return changeEditor(state, { do: "bring-back", form: removed.form });
      const { at } = removed;
      const back: DraftAction =
        removed.what === "stop"
          ? { do: "put-back", at, form: removed.form }
          : { do: "put-role-back", stop: removed.stop, at, form: removed.form };
      return { ...changePipeline(state, back), removed: undefined };
    }
    case "forget-removed":
      return { ...state, removed: undefined };
    case "discard":
      return {
        ...stateOf(state.base),
        form: state.saved,
        saved: state.saved,
        open: openAtFirst(state.saved),
        removed: {
          what: "draft",
          form: state.form,
          time: state.removed?.what === "draft" ? state.removed.time + 1 : 0,
        },
      };
    case "bring-back":
      return { ...state, form: action.form, open: openAtFirst(action.form), removed: undefined };
    case "load":
      return stateOf(action.profile);
    case "rebase":
      return { ...state, base: action.profile };
    case "stop-gone":
      return {
        ...state,
        base: action.profile,
        saved: {
          ...state.saved,
          pipeline: changeDraft(state.saved.pipeline, { do: "remove-stop", stop: action.stop }),
        },
      };
    case "stop-back":
      return {
        ...state,
        base: action.profile,
        saved: {
          ...state.saved,
          pipeline: changeDraft(state.saved.pipeline, { do: "put-back", at: action.at, form: action.form }),
        },
      };
  }
}
