import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { PageTurns } from "./page-turns.ts";

/** Pages that end when they are told to, and the numbers of those that have begun. */
function pages(turns: PageTurns) {
  const begun: number[] = [];
  const make = (number: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const made = turns.make(() => {
      begun.push(number);
      return promise;
    });
    return { made, end: () => resolve(number), fail: () => reject(new Error("no page")) };
  };
  return { begun, make };
}

/** Time stands still. */
const NEVER = () => 0;

test("two begin at once, the others in their order when one ends", async () => {
  const { begun, make } = pages(new PageTurns(() => true, NEVER));
  const [first, second, third, fourth] = [make(1), make(2), make(3), make(4)];
  await setTimeout(30);
  expect(begun).toEqual([1, 2]);
  second.end();
  expect(await second.made).toBe(2);
  await setTimeout(30);
  expect(begun).toEqual([1, 2, 3]);
  first.end();
  third.end();
  await Promise.all([first.made, third.made]);
  expect(begun).toEqual([1, 2, 3, 4]);
  fourth.end();
  expect(await fourth.made).toBe(4);
});

test("a page that fails makes room too, and its error arrives", async () => {
  const { begun, make } = pages(new PageTurns(() => true, NEVER));
  const [first, second, third] = [make(1), make(2), make(3)];
  first.fail();
  await expect(first.made).rejects.toThrow("no page");
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  second.end();
  third.end();
  await Promise.all([second.made, third.made]);
});

test("whoever comes while another page takes over a place waits behind it", async () => {
  const { begun, make } = pages(new PageTurns(() => true, NEVER));
  const [first, second, third] = [make(1), make(2), make(3)];
  first.end();
  await first.made;
  const fourth = make(4);
  await setTimeout(30);
  expect(begun).toEqual([1, 2, 3]);
  for (const one of [second, third, fourth]) one.end();
  await Promise.all([second.made, third.made, fourth.made]);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test("while the thread has time, another begins though none has ended", async () => {
  let isBusy = true;
  const { begun, make } = pages(new PageTurns(() => isBusy, NEVER));
  const all = [1, 2, 3, 4, 5].map(make);
  await setTimeout(30);
  expect(begun).toEqual([1, 2]);
  isBusy = false;
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 5]);
  for (const one of all) one.end();
  await Promise.all(all.map(({ made }) => made));
});

test("a page that takes long keeps its place for a moment only", async () => {
  let time = 0;
  const { begun, make } = pages(
    new PageTurns(
      () => true,
      () => time,
    ),
  );
  const all = [1, 2, 3, 4, 5].map(make);
  await setTimeout(30);
  expect(begun).toEqual([1, 2]);
  time = 100;
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  time = 200;
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 5]);
  for (const one of all) one.end();
  await Promise.all(all.map(({ made }) => made));
});

test("the thread's own use tells whether it has time", async () => {
  const { begun, make } = pages(new PageTurns(undefined, NEVER));
  const all = [1, 2, 3].map(make);
  // Runs right after the first look: Node calls timers of one length in the order in which they were set.
  const afterLook = setTimeout(5).then(() => [...begun]);
  const end = performance.now() + 50;
  while (performance.now() < end);
  expect(await afterLook).toEqual([1, 2]);
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  for (const one of all) one.end();
  await Promise.all(all.map(({ made }) => made));
});
