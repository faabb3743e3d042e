import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { changedOf, nextPublished, type Published } from "#features/stats/rules.ts";
import { ANSWER_STEP, ANSWERS, isAnswer, stepOf, showAnswers, type PublishedAnswer } from "./answers.ts";

const cell = (kind: string, members: number, people = members - (members % 5)): PublishedAnswer => ({
  kind,
  members,
  people,
});
const came = (worse: number, same: number, better: number) => [
  cell("came-worse", worse),
  cell("came-same", same),
  cell("came-better", better),
];

describe("what is shown of a company's answers", () => {
  test.each([
    ["nothing of nobody", [], null],
    ["nothing of nineteen", came(6, 6, 7), null],
    ["twenty in whole fives", came(6, 6, 8), { worse: 5, same: 5, better: 5 }],
    ["twenty of whom no answer has five", [...came(4, 4, 4), ...came(4, 4, 0)], { worse: 0, same: 0, better: 0 }],
    ["nothing of hidden people whom no five answer alike", [...came(6, 6, 7), cell("hidden-came-same", 4, 0)], null],
    [
      "hidden people of whom five answer alike",
      [...came(6, 6, 7), cell("hidden-came-same", 6, 5), cell("hidden-came-worse", 4, 0)],
      { worse: 5, same: 10, better: 5 },
    ],
    [
      "demo people with the others",
      [...came(6, 6, 7), cell("demo-came-better", 12)],
      { worse: 5, same: 5, better: 15 },
    ],
    ["nothing of another side", [...came(6, 6, 7), cell("left-same", 10), cell("face-3", 15)], null],
  ])("%s", (_what, published, cameHere) => {
    expect(showAnswers(published)).toEqual({ happier: cameHere && { cameHere, leftHere: null }, faces: null });
  });

  test("the sides and the faces, each by itself", () => {
    expect(showAnswers([cell("left-worse", 21), cell("came-same", 19)])).toEqual({
      happier: { cameHere: null, leftHere: { worse: 20, same: 0, better: 0 } },
      faces: null,
    });
    expect(showAnswers([cell("face-1", 4), cell("face-4", 11), cell("face-5", 6)])).toEqual({
      happier: null,
      faces: [0, 0, 0, 10, 5],
    });
  });
});

test.each([
  ["came-worse", 5, 5],
  ["came-worse", 2, 5],
  ["face-3", 50, 5],
  ["hidden-face-3", 5, 5],
  ["hidden-face-3", 2, 5],
  ["hidden-left-same", 7, 10],
  ["employees", 3, 3],
])("%s, hidden people from %i on: in steps of %i", (kind, k, step) => {
  expect(stepOf(kind, k)).toBe(step);
});

test("an answer is told from other numbers by its kind", () => {
  for (const answer of ANSWERS) {
    expect([answer, `hidden-${answer}`, `demo-${answer}`].map(isAnswer)).toEqual([true, true, true]);
  }
  expect(["employees", "interns", "move", "school", "alumni"].map(isAnswer)).toEqual(Array(5).fill(false));
});

describe("answers from batch to batch", () => {
  const KINDS = ["came-worse", "came-same", "came-better", "hidden-came-same"] as const;
  type Kind = (typeof KINDS)[number] | undefined;
  /** One step: who gives which answer from now on, and who is deleted without leaving a name. */
  type Round = { acts: (readonly [number, Kind])[]; deleted: number[]; isDayLater: boolean };
  /** A number that moved: up or down, how many people had acted since it was last published, and how many are in it. */
  type Moved = { kind: string; isUp: boolean; acted: number; people: number };
  const kind = fc.constantFrom<Kind>(...KINDS, undefined);

  /** Plays them as the tables do: who is behind a number is known until deleted, or until a day after leaving. */
  function play(
    rounds: readonly Round[],
    k: number,
    see: (shown: ReturnType<typeof showAnswers>, moved: readonly Moved[]) => void,
  ) {
    const acted = new Map<string, Set<number>>(KINDS.map((one) => [one, new Set<number>()]));
    const answers = new Map<number, Kind>();
    const cells = new Map<string, Published>(KINDS.map((one) => [one, { members: 0, people: 0 }]));
    const known = new Map<string, Set<number>>(KINDS.map((one) => [one, new Set<number>()]));
    for (const { acts, deleted, isDayLater } of rounds) {
      for (const [who, answer] of acts) answers.set(who, answer);
      for (const who of deleted) {
        answers.delete(who);
        for (const members of known.values()) members.delete(who);
      }
      const moved: Moved[] = [];
      for (const one of KINDS) {
        const here = new Set([...answers].flatMap(([who, answer]) => (answer === one ? [who] : [])));
        const before = cells.get(one) ?? { members: 0, people: 0 };
        const members = known.get(one) ?? new Set<number>();
        const stayed = members.intersection(here).size;
        const now = { people: here.size, stayed, left: members.size - stayed, joined: here.size - stayed };
        const after = nextPublished(before, now, stepOf(one, k));
        const actors = acted.get(one) ?? new Set<number>();
        for (const who of [...acts.map(([first]) => first), ...deleted]) actors.add(who);
        if (after.people !== before.people) {
          moved.push({ kind: one, isUp: after.people > before.people, acted: actors.size, people: here.size });
        }
        if (changedOf(before.members, now) >= 2) {
          known.set(one, here);
          actors.clear();
        } else if (isDayLater) known.set(one, members.intersection(here));
        cells.set(one, after);
      }
      const published = [...cells].map(([name, { members, people }]) => ({ kind: name, members, people }));
      see(showAnswers(published), moved);
    }
  }

  /**
   * Several people for each answer: a single person would wait for a second, who would then be the next one to come.
   */
  const people = fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 16 }));
  const first = fc.tuple(people, people, people, people).map((counts): Round => {
    const answers = counts.flatMap((count, at) => Array.from({ length: count }, () => KINDS[at]));
    return { acts: answers.map((one, who) => [who, one] as const), deleted: [], isDayLater: false };
  });

  it("one person moves nothing, whatever that person does, whoever else is there", () => {
    const steps = fc.array(fc.record({ answer: kind, isDeleted: fc.boolean(), isDayLater: fc.boolean() }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(first, fc.boolean(), kind, fc.integer({ min: 2, max: 8 }), steps, (begin, isIn, own, k, turns) => {
        const shown = new Set<string>();
        const start = isIn ? { ...begin, acts: [...begin.acts, [99, own] as const] } : begin;
        const rounds = turns.map(({ answer, isDeleted, isDayLater }): Round => ({
          acts: isDeleted ? [] : [[99, answer]],
          deleted: isDeleted ? [99] : [],
          isDayLater,
        }));
        play([start, ...rounds], k, (one) => {
          shown.add(JSON.stringify(one));
        });
        expect(shown.size).toBe(1);
      }),
      { numRuns: 500 },
    );
  });

  it("are whole fives, move for two people each, and take hidden people in from k of them on", () => {
    const acts = fc.array(fc.tuple(fc.nat(45), kind), { maxLength: 12 });
    const rounds = fc.array(
      fc.record({ acts, deleted: fc.array(fc.nat(45), { maxLength: 2 }), isDayLater: fc.boolean() }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(first, rounds, fc.integer({ min: 2, max: 8 }), (begin, more, k) => {
        play([begin, ...more], k, ({ happier }, moved) => {
          const { worse, same, better } = happier?.cameHere ?? { worse: 0, same: 0, better: 0 };
          expect([worse % ANSWER_STEP, same % ANSWER_STEP, better % ANSWER_STEP]).toEqual([0, 0, 0]);
          for (const one of moved) expect(one.acted).toBeGreaterThanOrEqual(2);
          const hidden = moved.find((one) => one.kind === "hidden-came-same" && one.isUp);
          expect(hidden?.people ?? k).toBeGreaterThanOrEqual(k);
        });
      }),
      { numRuns: 200 },
    );
  });
});
