import { expect, it, vi } from "vitest";
import { DatabaseHangs, isDatabaseAway } from "./database-away.ts";
import { Pulse } from "./pulse.ts";

const never = (): Promise<never> => new Promise(() => {});

it("gives up whoever waits when the database hangs, and refuses at once who comes later, until it answers", async () => {
  const changes: boolean[] = [];
  const pulse = new Pulse((isHanging) => changes.push(isHanging));
  const waiting = pulse.waitFor(never);
  pulse.hang();
  pulse.hang();
  await expect(waiting).rejects.toThrow(DatabaseHangs);
  const ask = vi.fn(never);
  await expect(pulse.waitFor(ask)).rejects.toThrow(DatabaseHangs);
  expect(ask).not.toHaveBeenCalled();
  pulse.answer();
  pulse.answer();
  expect(await pulse.waitFor(async () => 1)).toBe(1);
  expect(changes).toEqual([true, false]);
});

it("does not hang while queries are answered: then it is the watcher's own connection that does", async () => {
  const pulse = new Pulse();
  await pulse.waitFor(async () => 1);
  pulse.hang();
  expect(pulse.isHanging).toBe(false);
});

const coded = (code: string): Error => Object.assign(new Error("x"), { code });

it.each([
  ["25006", true],
  ["57P01", true],
  ["57P03", true],
  ["08006", true],
  ["53100", true],
  ["58030", true],
  ["ETIMEDOUT", true],
  ["EHOSTUNREACH", true],
  ["23505", false],
  ["42P01", false],
  ["25P02", false],
])("an error of code %s is the database's absence: %s, by itself, as a cause and as one of several", (code, isAway) => {
  expect(isDatabaseAway(coded(code))).toBe(isAway);
  expect(isDatabaseAway(new Error("failed", { cause: coded(code) }))).toBe(isAway);
  expect(isDatabaseAway(new AggregateError([coded("23505"), coded(code)]))).toBe(isAway);
});

it.each([
  "Client has encountered a connection error and is not queryable",
  "Connection terminated unexpectedly",
  "timeout expired",
])("what pg says without a code is known: %s", (words) => {
  expect(isDatabaseAway(new Error(words))).toBe(true);
});
