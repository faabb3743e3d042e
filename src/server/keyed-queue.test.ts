import { expect, onTestFinished, test, vi } from "vitest";
import { Semaphore, inKeyedQueue } from "./keyed-queue.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("what has one key runs one after the other, in the order of asking", async () => {
  const seen: string[] = [];
  let running = 0;
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      inKeyedQueue("a", async () => {
        running += 1;
        expect(running).toBe(1);
        await sleep(n % 2);
        seen.push(String(n));
        running -= 1;
      }),
    ),
  );
  expect(seen.join("")).toBe("0123456789");
});

test("different keys do not wait for each other", async () => {
  let release = () => {};
  const held = inKeyedQueue(
    "slow",
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  expect(await inKeyedQueue("quick", async () => "done")).toBe("done");
  release();
  await held;
});

test("a failure is its own caller's, the next ones run", async () => {
  const failed = inKeyedQueue("b", async () => {
    throw new Error("mine");
  });
  const next = inKeyedQueue("b", async () => 2);
  await expect(failed).rejects.toThrow("mine");
  expect(await next).toBe(2);
});

test("the line is bounded, and empty again after", async () => {
  const all = await Promise.allSettled(Array.from({ length: 105 }, () => inKeyedQueue("c", async () => 1)));
  const refused = all.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(5);
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 2 });
  expect(await inKeyedQueue("c", async () => 3)).toBe(3);
});

test("a semaphore lets two in at once, the others in their order, and refuses whoever finds no room", async () => {
  const semaphore = new Semaphore(2, 3, 60_000);
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const all = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((n) =>
      semaphore.pass(async () => {
        inside += 1;
        most = Math.max(most, inside);
        order.push(n);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside -= 1;
        if (n === 1) throw new Error("told to fail");
      }),
    ),
  );
  expect(all.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]]);
  expect(await semaphore.pass(async () => "open again")).toBe("open again");
});

test("whoever waits too long is refused then, and takes nobody's turn", async () => {
  const semaphore = new Semaphore(1, 10, 30);
  const held = Promise.withResolvers<void>();
  const first = semaphore.pass(() => held.promise);
  await expect(semaphore.pass(async () => "late")).rejects.toMatchObject({ code: "overloaded" });
  const third = semaphore.pass(async () => "in time");
  held.resolve();
  await first;
  expect(await third).toBe("in time");
  expect(await semaphore.pass(async () => "free again")).toBe("free again");
});

test("whoever has waited in line for more than five seconds is refused, and the next one runs", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = inKeyedQueue("late", () => {
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  const late = inKeyedQueue("late", async () => "late");
  clock.mockReturnValue(1);
  const next = inKeyedQueue("late", async () => "next");
  clock.mockReturnValue(5_001);
  held.resolve();
  await expect(late).rejects.toMatchObject({ code: "overloaded" });
  expect(await Promise.all([first, next])).toEqual([undefined, "next"]);
});

test("nothing is begun for somebody who is gone when the turn comes", async () => {
  const held = Promise.withResolvers<void>();
  let isGone = false;
  let isBegun = false;
  const first = inKeyedQueue("gone", () => held.promise);
  const second = inKeyedQueue(
    "gone",
    async () => {
      isBegun = true;
    },
    () => isGone,
  );
  isGone = true;
  held.resolve();
  await first;
  await expect(second).rejects.toMatchObject({ code: "overloaded" });
  expect(isBegun).toBe(false);
});
