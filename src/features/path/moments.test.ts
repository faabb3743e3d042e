import { describe, expect, it } from "vitest";
import { Moments, type Answered } from "#tests/paths/moments.ts";

/**
 * Bob is in from the beginning. Ada comes in between 10 and 20 with revision 1, leaves between 30 and 40, and comes in
 * again between 50 and 60 with revision 3.
 */
function twoPeople(): Moments {
  const moments = new Moments();
  moments.begin("Bob", { revision: 1, isIn: true }, 0)(1);
  moments.begin("Ada", { revision: 1, isIn: true }, 10)(20);
  moments.begin("Ada", undefined, 30)(40);
  moments.begin("Ada", { revision: 3, isIn: true }, 50)(60);
  return moments;
}

const BOB = { person: "Bob", revision: 1 };
const ada = (revision: number) => ({ person: "Ada", revision });

function answer(sent: number, answered: number, people: number | null, lines: Answered["lines"] = []): Answered {
  return { sent, answered, people, lines };
}

describe("an answer given while people save", () => {
  it.each([
    ["before the first save", 5, 8, 1],
    ["while the save runs, and it did not yet hold", 12, 15, 1],
    ["while the save runs, and it held already", 12, 15, 2],
    ["between two saves", 22, 28, 2],
    ["from before a withdrawal to after it, with the person", 28, 45, 2],
    ["from before a withdrawal to after it, without", 28, 45, 1],
    ["while a save runs that began before the request", 35, 38, 2],
    ["after the withdrawal was answered", 42, 48, 1],
  ])("is right %s", (_when, sent, answered, people) => {
    expect(twoPeople().faults(answer(sent, answered, people))).toEqual([]);
  });

  it("is wrong with a count of the time before its request", () => {
    expect(twoPeople().faults(answer(42, 48, 2))).toEqual(["2 people, where 1 to 1 were possible"]);
    expect(twoPeople().faults(answer(22, 28, 1))).toEqual(["1 people, where 2 to 2 were possible"]);
  });

  it("is wrong with somebody who had withdrawn before it was asked, whatever the count", () => {
    const stale: Answered = { sent: 42, answered: 48, people: undefined, lines: [BOB, ada(1)] };
    expect(twoPeople().faults(stale)).toEqual(["Ada is named, and was out all the time"]);
    expect(twoPeople().faults({ ...stale, sent: 39 })).toEqual([]);
  });

  it("is wrong with a revision that a later save had replaced, and with one that is not yet sent", () => {
    const named = (sent: number, answered: number, revision: number) =>
      twoPeople().faults({ sent, answered, people: undefined, lines: [ada(revision)] });
    expect(named(62, 70, 3)).toEqual([]);
    expect(named(62, 70, 1)).toEqual(["Ada is named at revision 1, possible: 3"]);
    expect(named(22, 28, 3)).toEqual(["Ada is named at revision 3, possible: 1"]);
  });

  it("may show the next save of somebody it counts, and not somebody who was visible and out all the time", () => {
    const moments = new Moments();
    moments.begin("Cy", { revision: 1, isIn: true }, 0)(1);
    moments.begin("Cy", { revision: 2, isIn: false }, 10)(20);
    const named = { people: undefined, lines: [{ person: "Cy", revision: 2 }] };
    expect(moments.faults({ sent: 5, answered: 25, ...named })).toEqual([]);
    expect(moments.faults({ sent: 22, answered: 25, ...named })).toEqual(["Cy is named, and was out all the time"]);
  });

  it("is wrong with somebody named twice, or whom nobody knows", () => {
    expect(twoPeople().faults(answer(22, 28, 2, [BOB, BOB]))).toEqual(["Bob is named twice"]);
    const stranger = { person: "Eve", revision: 1 };
    expect(twoPeople().faults(answer(22, 28, 2, [stranger]))).toEqual(["Eve is named, and was out all the time"]);
  });

  it("may say 1 to 4 people for any of these counts, and for no other", () => {
    expect(twoPeople().faults(answer(22, 28, null))).toEqual([]);
    expect(new Moments().faults(answer(22, 28, null))).toEqual(["null people, where 0 to 0 were possible"]);
    const moments = new Moments();
    for (const person of "abcde") moments.begin(person, { revision: 1, isIn: true }, 0)(1);
    expect(moments.faults(answer(2, 3, null))).toEqual(["null people, where 5 to 5 were possible"]);
    expect(moments.faults(answer(2, 3, 5))).toEqual([]);
  });

  it("may be older where a lag is allowed, by no more than that", () => {
    expect(twoPeople().faults(answer(42, 48, 2), 5)).toEqual([]);
    expect(twoPeople().faults(answer(42, 48, 2), 1)).toHaveLength(1);
  });

  it("may know of a save that is still unanswered", () => {
    const moments = twoPeople();
    moments.begin("Bob", undefined, 70);
    expect(moments.faults(answer(80, 90, 1))).toEqual([]);
    expect(moments.faults(answer(80, 90, 2))).toEqual([]);
    expect(moments.size).toBe(5);
  });
});
