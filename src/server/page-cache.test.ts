import { describe, expect, test } from "vitest";
import type { Piece } from "./kept-markup.ts";
import { PackedBody } from "./packed-body.ts";
import { ALL_ANSWERS, PageCache } from "./page-cache.ts";

const answer = (text: string, ...tags: string[]) => ({
  status: 200,
  headers: [],
  body: new PackedBody(text),
  tags: new Set(tags),
});

function open(maxBytes?: number): PageCache {
  const cache = new PageCache(maxBytes);
  cache.switch(true);
  return cache;
}

describe("the cache of public answers", () => {
  test("gives back what was put, for a minute", () => {
    const cache = open();
    cache.put("a", answer("x"), 0, cache.generation);
    expect(cache.get("a", 59_999)?.body.ready(undefined)?.toString()).toEqual("x");
    expect(cache.get("a", 60_000)).toBeUndefined();
    expect(cache.size).toBe(0);
    expect(cache.get("b", 0)).toBeUndefined();
  });

  test("keeps nothing for longer when the clock is set back", () => {
    const cache = open();
    cache.put("a", answer("x"), 100_000, cache.generation);
    expect(cache.get("a", 99_999)).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  test("drops what carries a purged tag, and only that", () => {
    const cache = open();
    cache.put("a", answer("x", "profile:1", "people"), 0, cache.generation);
    cache.put("b", answer("y", "profile:2"), 0, cache.generation);
    cache.purge(["profile:1"]);
    expect([cache.get("a", 0), cache.get("b", 0)?.body.ready(undefined)?.toString()]).toEqual([undefined, "y"]);
  });

  test.each(["*", ALL_ANSWERS])("drops everything at the tag %s", (tag) => {
    const cache = open();
    cache.put("a", answer("x", "people"), 0, cache.generation);
    cache.purge(["other", tag]);
    expect(cache.size).toBe(0);
  });

  test("takes an answer that was begun before a save that changes nothing for others", () => {
    const cache = open();
    const begun = cache.generation;
    cache.purge([]);
    cache.put("a", answer("x", "people"), 0, begun);
    expect(cache.size).toBe(1);
  });

  test("takes no answer that was begun before a purge, whatever its tags", () => {
    const cache = open();
    const begun = cache.generation;
    cache.purge(["something"]);
    cache.put("a", answer("old", "other"), 0, begun);
    expect(cache.get("a", 0)).toBeUndefined();
  });

  test("gives nothing while a purge may have been missed, and gives it again afterwards", () => {
    const cache = open();
    cache.put("a", answer("x"), 0, cache.generation);
    let isFresh = false;
    cache.isFresh = () => isFresh;
    expect(cache.get("a", 0)).toBeUndefined();
    isFresh = true;
    expect(cache.get("a", 0)?.body.ready(undefined)?.toString()).toBe("x");
  });

  test("keeps nothing while it is off, and forgets when it goes off", () => {
    const cache = new PageCache();
    cache.put("a", answer("x"), 0, cache.generation);
    expect(cache.size).toBe(0);
    cache.switch(true);
    cache.put("a", answer("x"), 0, cache.generation);
    const begun = cache.generation;
    cache.switch(false);
    cache.switch(true);
    cache.put("b", answer("y"), 0, begun);
    expect(cache.size).toBe(0);
  });

  test("stays within its bytes by dropping the oldest, and refuses the huge", () => {
    const cache = open(64_000);
    cache.put("huge", answer("x".repeat(6_000)), 0, cache.generation);
    expect(cache.size).toBe(0);
    for (let n = 0; n < 100; n += 1) cache.put(`k${n}`, answer("x".repeat(1_000)), 0, cache.generation);
    expect(cache.size).toBe(Math.floor(64_000 / 3_048));
    expect(cache.get("k0", 0)).toBeUndefined();
    expect(cache.get("k99", 0)).toBeDefined();
    // An answer that replaces another one frees the old bytes first.
    for (let n = 0; n < 100; n += 1) cache.put("k99", answer("x".repeat(1_000)), 0, cache.generation);
    expect(cache.size).toBe(Math.floor(64_000 / 3_048));
  });

  test("counts an answer by what it takes once it is compressed, and then has room for more", async () => {
    const cache = open(64_000);
    const put = async (key: string, now: number): Promise<void> => {
      const one = answer("stop and go ".repeat(400));
      cache.put(key, one, now, cache.generation);
      await one.body.in("br");
      cache.weigh(key, one.body, now);
    };
    for (let n = 0; n < 100; n += 1) await put(`k${n}`, 0);
    expect(cache.bytes).toBeLessThanOrEqual(64_000);
    // Each alone has 4,800 bytes of text, so that there would be room for nine.
    expect(cache.size).toBeGreaterThan(25);
    expect([cache.get("k0", 0), cache.get("k99", 0)?.status]).toEqual([undefined, 200]);
  });

  test("counts nothing anew for an answer that another one has replaced", async () => {
    const cache = open();
    const [old, current] = [answer("a".repeat(5_000)), answer("b".repeat(7_000))];
    cache.put("a", old, 0, cache.generation);
    cache.put("a", current, 0, cache.generation);
    const before = cache.bytes;
    await old.body.in("br");
    cache.weigh("a", old.body, 0);
    expect(cache.bytes).toBe(before);
  });

  test("drops what is too old when something else comes", () => {
    const cache = open();
    for (const key of ["a", "b", "c"]) cache.put(key, answer("x"), 0, cache.generation);
    cache.put("d", answer("y"), 60_000, cache.generation);
    expect([cache.size, cache.bytes]).toEqual([1, 2_049]);
  });
});

describe("what pages show to everybody", () => {
  const reader = (...tags: string[]) => {
    let count = 0;
    return () => Promise.resolve({ count: (count += 1), tags, bytes: 10 });
  };

  test("is read once a minute, until one of its tags is purged", async () => {
    const cache = open();
    const read = reader("company:1", "people");
    const counts: number[] = [];
    for (const now of [0, 59_999, 60_000, 60_001]) counts.push((await cache.readForAll("a", now, read)).count);
    expect(counts).toEqual([1, 1, 2, 2]);
    cache.purge(["company:2"]);
    expect((await cache.readForAll("a", 60_002, read)).count).toBe(2);
    cache.purge(["people"]);
    expect((await cache.readForAll("a", 60_003, read)).count).toBe(3);
    cache.purge(["*"]);
    expect((await cache.readForAll("a", 60_004, read)).count).toBe(4);
    expect((await cache.readForAll("b", 60_005, read)).count).toBe(5);
  });

  test("is not kept without tags, while purges are missed or late, or when one came during the reading", async () => {
    const cache = open();
    const untagged = reader();
    await cache.readForAll("a", 0, untagged);
    expect((await cache.readForAll("a", 0, untagged)).count).toBe(2);
    expect(await cache.readForAll("none", 0, () => Promise.resolve(undefined))).toBeUndefined();
    const read = reader("people");
    await cache.readForAll("b", 0, () => {
      cache.purge(["other"]);
      return read();
    });
    expect((await cache.readForAll("b", 0, read)).count).toBe(2);
    cache.isFresh = () => false;
    expect((await cache.readForAll("b", 0, read)).count).toBe(3);
    cache.isFresh = () => true;
    expect((await cache.readForAll("b", 0, read)).count).toBe(3);
    cache.switch(false);
    expect((await cache.readForAll("b", 0, read)).count).toBe(4);
    expect((await cache.readForAll("b", 0, read)).count).toBe(5);
    cache.switch(true);
    expect((await cache.readForAll("b", 0, read)).count).toBe(6);
  });

  test("takes its own room, so that visitors' answers stay", async () => {
    const cache = open();
    cache.put("a", answer("x"), 0, cache.generation);
    const read = (_: number) => () => Promise.resolve({ tags: ["people"], bytes: 1024 * 1024 });
    for (let n = 0; n < 40; n += 1) await cache.readForAll(`k${n}`, 0, read(n));
    const old = await cache.readForAll("k0", 0, () => Promise.resolve({ isNew: true, tags: ["people"], bytes: 1 }));
    expect(old).toHaveProperty("isNew");
    expect(cache.get("a", 0)?.body.ready(undefined)?.toString()).toBe("x");
  });
});

describe("the cards of a list", () => {
  const piece = (size: number): Piece => ({ digest: "", parts: [], size });
  const put = (cache: PageCache, key: string, now = 0, size = 10) => {
    const { keep, until } = cache.cardsOf(key, now);
    keep(new Map([[7, { card: piece(size), words: "", tag: "profile:x", until }]]));
  };
  const peopleOf = (cache: PageCache, key: string, now = 0) => [...cache.cardsOf(key, now).known.keys()];

  test("are kept for a minute after they were drawn, however often they are used", () => {
    const cache = open();
    put(cache, "a");
    expect(peopleOf(cache, "b")).toEqual([]);
    const { known, keep, until } = cache.cardsOf("a", 50_000);
    expect([...known.keys()]).toEqual([7]);
    keep(new Map([...known, [8, { card: piece(10), words: "", tag: "profile:y", until }]]));
    expect(peopleOf(cache, "a", 59_999)).toEqual([7, 8]);
    expect(peopleOf(cache, "a", 60_000)).toEqual([8]);
    expect(peopleOf(cache, "a", 110_000)).toEqual([]);
  });

  test("are dropped when one of the people is shown otherwise, and not when others are", () => {
    const cache = open();
    put(cache, "a");
    cache.purge(["people", "profile:y", "company:1"]);
    expect(peopleOf(cache, "a")).toEqual([7]);
    cache.purge(["company:1", "profile:x"]);
    expect(peopleOf(cache, "a")).toEqual([]);
    put(cache, "a");
    cache.purge(["*"]);
    expect(peopleOf(cache, "a")).toEqual([]);
  });

  test("are not kept while purges are missed or late, or when one came during the reading", () => {
    const cache = open();
    const { keep, until } = cache.cardsOf("a", 0);
    cache.purge(["people"]);
    keep(new Map([[7, { card: piece(10), words: "", tag: "profile:x", until }]]));
    expect(peopleOf(cache, "a")).toEqual([]);
    put(cache, "a");
    cache.isFresh = () => false;
    expect(peopleOf(cache, "a")).toEqual([]);
    cache.isFresh = () => true;
    expect(peopleOf(cache, "a")).toEqual([7]);
    cache.switch(false);
    put(cache, "a");
    expect(peopleOf(cache, "a")).toEqual([]);
  });

  test("take their own room, and no more than four megabytes", () => {
    const cache = open();
    cache.put("page", answer("x"), 0, cache.generation);
    for (let n = 0; n < 20; n += 1) put(cache, `k${n}`, 0, 400_000);
    const kept = Array.from({ length: 20 }, (_, n) => peopleOf(cache, `k${n}`).length);
    expect(kept.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect(kept.at(-1)).toBe(1);
    expect(cache.get("page", 0)?.body.ready(undefined)?.toString()).toBe("x");
  });
});
