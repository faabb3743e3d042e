import { describe, expect, test } from "vitest";
import { PackedBody } from "./packed-body.ts";
import { PageCache } from "./page-cache.ts";

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
    expect(cache.get("a", 59_999)?.body.bytes.toString()).toEqual("x");
    expect(cache.get("a", 60_000)).toBeUndefined();
    expect(cache.size).toBe(0);
    expect(cache.get("b", 0)).toBeUndefined();
  });

  test("drops what carries a purged tag, and only that", () => {
    const cache = open();
    cache.put("a", answer("x", "profile:1", "people"), 0, cache.generation);
    cache.put("b", answer("y", "profile:2"), 0, cache.generation);
    cache.purge(["profile:1"]);
    expect([cache.get("a", 0), cache.get("b", 0)?.body.bytes.toString()]).toEqual([undefined, "y"]);
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
    expect(cache.get("a", 0)?.body.bytes.toString()).toBe("x");
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
    cache.put("huge", answer("x".repeat(4_000)), 0, cache.generation);
    expect(cache.size).toBe(0);
    for (let n = 0; n < 100; n += 1) cache.put(`k${n}`, answer("x".repeat(1_000)), 0, cache.generation);
    expect(cache.size).toBe(Math.floor(64_000 / 2_424));
    expect(cache.get("k0", 0)).toBeUndefined();
    expect(cache.get("k99", 0)).toBeDefined();
    // An answer that replaces another one frees the old bytes first.
    for (let n = 0; n < 100; n += 1) cache.put("k99", answer("x".repeat(1_000)), 0, cache.generation);
    expect(cache.size).toBe(Math.floor(64_000 / 2_424));
  });
});
