import { describe, expect, test } from "vitest";
import { experienceOf, profileWith } from "./fixtures.ts";
import { changesOf, fieldName, hasChanges } from "./form.ts";
import { changeEditor, shownNotes, stateOf, type EditorAction, type EditorState } from "./state.ts";

function run(state: EditorState, ...actions: EditorAction[]): EditorState {
  return actions.reduce(changeEditor, state);
}
const two = stateOf(profileWith([experienceOf("A"), experienceOf("B")]));
function stop(state: EditorState, index: number) {
  const found = state.form.pipeline.stops[index];
  const role = found?.roles[0];
  if (!found || !role) throw new Error(`no stop ${index}`);
  return { id: found.tempId2, role: role.tempId2, form: found };
}
const names = (state: EditorState): string[] => state.form.pipeline.stops.map(({ companyName }) => companyName);
const isDirty = (state: EditorState): boolean => hasChanges(changesOf(state.saved, state.form));

describe("opening", () => {
  test("saved stops are shut, an empty one is open", () => {
    expect(two.open).toEqual([]);
    const empty = stateOf(profileWith([]));
    expect(empty.open).toEqual([stop(empty, 0).id]);
  });

  test("one at a time", () => {
    const state = run(two, { do: "open", stop: stop(two, 0).id }, { do: "open", stop: stop(two, 1).id });
    expect(state.open).toEqual([stop(two, 1).id]);
    expect(run(state, { do: "close", stop: stop(two, 1).id }).open).toEqual([]);
  });

  test("a stop that is not in order stays open", () => {
    const first = stop(two, 0);
    const state = run(
      two,
      { do: "open", stop: first.id },
      { do: "pipeline", action: { do: "set-role", stop: first.id, role: first.role, change: { title: "" } } },
      { do: "open", stop: stop(two, 1).id },
    );
    expect(state.open).toEqual([first.id, stop(two, 1).id]);
  });

  test("a draft brought back opens what is wrong with it, saved stops included", () => {
    const { id, role } = stop(two, 1);
    const wrong = run(two, {
      do: "pipeline",
      action: { do: "set-role", stop: id, role, change: { endDate: "1949-12-31" } },
    });
    expect(run(two, { do: "bring-back", form: wrong.form }).open).toEqual([id]);
  });

  test("an added stop opens", () => {
    const state = run(two, { do: "pipeline", action: { do: "add-stop", at: 1 } });
    expect(state.open).toEqual([stop(state, 1).id]);
  });
});

describe("judging", () => {
  const first = stop(two, 0);
  const emptied = run(
    two,
    { do: "set", change: { firstName: "" } },
    { do: "pipeline", action: { do: "set-role", stop: first.id, role: first.role, change: { title: "" } } },
  );

  test("nothing is said while typing, the field is judged once it was left", () => {
    expect(shownNotes(emptied)).toEqual([]);
    const left = run(emptied, { do: "touch", field: "firstName" });
    expect(shownNotes(left).map(({ field }) => field)).toEqual(["firstName"]);
    expect(shownNotes(run(left, { do: "set", change: { firstName: "N" } }))).toEqual([]);
  });

  test("a stopped save shows everything and opens what is wrong", () => {
    const shown = run(emptied, { do: "show-all" });
    expect(shownNotes(shown).map(({ field }) => field)).toEqual(["firstName", fieldName.title(first.role)]);
    expect(shown.open).toEqual([first.id]);
  });

  test("a stop and a role added after a stopped save wait until they are left, or the next save", () => {
    const grown = run(
      emptied,
      { do: "show-all" },
      { do: "pipeline", action: { do: "add-stop", at: 2 } },
      { do: "pipeline", action: { do: "add-role", stop: first.id } },
    );
    const seen = (state: EditorState): string[] => shownNotes(state).map(({ field }) => field);
    expect(seen(grown)).toEqual(["firstName", fieldName.title(first.role)]);
    const added = stop(grown, 2);
    const filled = run(grown, {
      do: "pipeline",
      action: { do: "set-role", stop: added.id, role: added.role, change: { kind: "intern" } },
    });
    expect(seen(run(filled, { do: "touch", field: fieldName.company(added.id) }))).toEqual([
      "firstName",
      fieldName.title(first.role),
      fieldName.company(added.id),
    ]);
    expect(seen(run(filled, { do: "show-all" }))).toContain(fieldName.title(added.role));
  });

  test("what the server refused is forgotten with the next edit", () => {
    const note = { field: fieldName.company(first.id), message: "Duplicate Companies (See Guidelines)" };
    const refused = run(two, { do: "refuse", notes: [note] });
    expect(shownNotes(refused)).toEqual([note]);
    expect(refused.open).toEqual([first.id]);
    expect(shownNotes(run(refused, { do: "set", change: { lastName: "X" } }))).toEqual([]);
  });
});

describe("removing", () => {
  test("undo brings the stop back where it was, with what the server held", () => {
    const removed = run(two, { do: "pipeline", action: { do: "remove-stop", stop: stop(two, 0).id } });
    expect(names(removed)).toEqual(["B"]);
    expect(removed.removed).toMatchObject({ at: 0, saved: { companyId: "id-A" } });
    const back = run(removed, { do: "undo" });
    expect(names(back)).toEqual(["A", "B"]);
    expect(isDirty(back)).toBe(false);
    expect(back.removed).toBeUndefined();
  });

  test("a stop that was never saved has nothing on the server", () => {
    const added = run(two, { do: "pipeline", action: { do: "add-stop", at: 0 } });
    const removed = run(added, { do: "pipeline", action: { do: "remove-stop", stop: stop(added, 0).id } });
    expect(removed.removed).toMatchObject({ what: "stop", saved: undefined });
  });

  test("once the server knows, the removal is not an unsaved change; other edits stay", () => {
    const gone = stop(two, 0);
    const state = run(
      two,
      { do: "set", change: { firstName: "Nora" } },
      { do: "pipeline", action: { do: "remove-stop", stop: gone.id } },
      { do: "stop-gone", stop: gone.id, profile: profileWith([experienceOf("B")], { rev: 8 }) },
    );
    expect(changesOf(state.saved, state.form)).toEqual({ added: 0, edited: 0, removed: 0, fields: 1 });
    expect(state.base.rev).toBe(8);
    const back = run(
      state,
      { do: "undo" },
      {
        do: "stop-back",
        form: gone.form,
        at: 0,
        profile: profileWith([experienceOf("A"), experienceOf("B")], { rev: 9 }),
      },
    );
    expect(changesOf(back.saved, back.form)).toEqual({ added: 0, edited: 0, removed: 0, fields: 1 });
    expect(names(back)).toEqual(["A", "B"]);
  });
});

test("discarding goes back to what is saved", () => {
  const state = run(
    two,
    { do: "set", change: { firstName: "", visibility: "private" } },
    { do: "pipeline", action: { do: "add-stop", at: 2 } },
    { do: "show-all" },
    { do: "discard" },
  );
  expect(isDirty(state)).toBe(false);
  expect(shownNotes(state)).toEqual([]);
  expect(names(state)).toEqual(["A", "B"]);
  // And back again: one press must not cost an evening's work.
  const back = run(state, { do: "undo" });
  expect(names(back)).toEqual(["A", "B", ""]);
  expect(back.form).toMatchObject({ firstName: "", visibility: "private" });
  expect(back.removed).toBeUndefined();
  const again = run(state, { do: "set", change: { firstName: "N" } }, { do: "discard" });
  expect(again.removed).toMatchObject({ what: "draft", form: { firstName: "N" }, time: 1 });
});

test("loading what the server has replaces the form; rebasing keeps it", () => {
  const other = profileWith([experienceOf("C")], { rev: 12, firstName: "Other" });
  const edited = run(two, { do: "set", change: { firstName: "Mine" } });
  expect(names(run(edited, { do: "load", profile: other }))).toEqual(["C"]);
  const rebased = run(edited, { do: "rebase", profile: other });
  expect(rebased.form.firstName).toBe("Mine");
  expect(rebased.base.rev).toBe(12);
  const back = run(edited, { do: "load", profile: other }, { do: "bring-back", form: edited.form });
  expect(names(back)).toEqual(["A", "B"]);
  expect(back.base.rev).toBe(12);
});

describe("roles", () => {
  const at = stop(two, 0);
  const added = run(two, { do: "pipeline", action: { do: "add-role", stop: at.id } });
  const roles = (state: EditorState) => stop(state, 0).form.roles.map(({ tempId2 }) => tempId2);

  test("undo brings a removed one back to its place", () => {
    const before = roles(added);
    const removed = run(added, { do: "pipeline", action: { do: "remove-role", stop: at.id, role: at.role } });
    expect(roles(removed)).toEqual(before.slice(1));
    expect(removed.removed).toMatchObject({ what: "role", at: 0, stop: at.id });
    const back = run(removed, { do: "undo" });
    expect(roles(back)).toEqual(before);
    expect(back.removed).toBeUndefined();
  });

  test("the last one cannot go, so there is nothing to undo", () => {
    const state = run(two, { do: "pipeline", action: { do: "remove-role", stop: at.id, role: at.role } });
    expect(roles(state)).toEqual(roles(two));
    expect(state.removed).toBeUndefined();
  });
});

describe("order by date", () => {
  const last = stop(two, 1);
  const earlier = run(two, {
    do: "pipeline",
    action: { do: "set-role", stop: last.id, role: last.role, change: { startDate: "2010-03-01" } },
  });

  test("a stop moves to its place once it is done, and is told of", () => {
    expect(names(earlier)).toEqual(["A", "B"]);
    const done = run(earlier, { do: "close", stop: last.id });
    expect(names(done)).toEqual(["B", "A"]);
    expect(done.moved).toBe(last.id);
    expect(run(earlier, { do: "put-in-order", stop: last.id }).moved).toBe(last.id);
  });

  test("what stands right stays, and nothing is told", () => {
    const done = run(two, { do: "close", stop: last.id });
    expect(names(done)).toEqual(["A", "B"]);
    expect(done.moved).toBeUndefined();
  });

  test("the note goes with the next change of the line", () => {
    const done = run(earlier, { do: "close", stop: last.id });
    expect(run(done, { do: "pipeline", action: { do: "add-stop", at: 0 } }).moved).toBeUndefined();
  });
});
