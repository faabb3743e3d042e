import type { Piece } from "./kept-markup.ts";
import type { PackedBody } from "./packed-body.ts";

/**
 * Answers for visitors without a session, kept in memory; for people who are signed in, what pages show to everybody.
 * PostgreSQL has the truth. All have tags that name the data they show. A write purges its tags in every process with
 * NOTIFY.
 */
type CachedAnswer = {
  status: number;
  /** Names and values by turns, as Node's `writeHead` takes them. */
  headers: readonly string[];
  body: PackedBody;
};

/** What a page shows to everybody; each kind of page has more of its own here. */
export type ShownToAll = {
  /** Without tags it is not kept, because nothing would purge it. */
  tags: readonly string[];
  /** About what it takes in memory. */
  bytes: number;
};

/** A drawn card, the words in it, and the tag that is purged when its person is shown otherwise. `until` in milliseconds. */
type KeptCard = { card: Piece; words: string; tag: string; until: number };

/** Cards by the person's key. */
type Cards = ReadonlyMap<number, KeptCard>;

/** The cards of one list that were drawn within the last minute. Using a card again does not make it younger. */
export type CardsOfList = { known: Cards; keep: (cards: Cards) => void; until: number };

const LIFE_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** Estimated bytes that a kept answer takes in addition to its body: headers, tags and its entry in the map. */
const BYTES_OF_ENTRY = 2_048;
const BYTES_OF_CARD = 300;

/**
 * The tag of all kept answers. `*` drops them too, and means more: everybody may be shown otherwise, so that the path
 * engine reads all pipelines again, which takes seconds on a large site.
 */
export const ALL_ANSWERS = "answers";

/** Called with the tags that a committed change made stale. The tag `*` means everything. */
type OnPurge = (tags: readonly string[]) => void;

type Kept<Value> = { value: Value; tags: ReadonlySet<string>; bytes: number; until: number };

/** Values of one kind for a minute, up to so many bytes. The oldest are dropped first. */
class Shelf<Value> {
  readonly #kept = new Map<string, Kept<Value>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#kept.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string, now: number): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    // The second case: the machine's clock has been set back since.
    if (kept.until > now && kept.until <= now + LIFE_MS) return kept.value;
    this.#drop(key, kept);
    return undefined;
  }

  put(key: string, value: Value, { tags, bytes, now }: { tags: Iterable<string>; bytes: number; now: number }): void {
    if (bytes > this.#maxBytes / 8) return;
    const old = this.#kept.get(key);
    if (old) this.#drop(key, old);
    this.#kept.set(key, { value, tags: new Set(tags), bytes, until: now + LIFE_MS });
    this.#bytes += bytes;
    this.#makeRoom(now);
  }

  /** Corrects the size of a value whose bytes have changed. */
  weigh(key: string, value: Value, { bytes, now }: { bytes: number; now: number }): void {
    const kept = this.#kept.get(key);
    if (kept?.value !== value) return;
    this.#bytes += bytes - kept.bytes;
    kept.bytes = bytes;
    this.#makeRoom(now);
  }

  #makeRoom(now: number): void {
    for (const [oldest, held] of this.#kept) {
      if (this.#bytes <= this.#maxBytes && held.until > now) break;
      this.#drop(oldest, held);
    }
  }

  /** A batch purges thousands of tags, so each kept value looks for its few among them. */
  purge(tags: ReadonlySet<string>): void {
    for (const [key, kept] of this.#kept) {
      if (!kept.tags.isDisjointFrom(tags)) this.#drop(key, kept);
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #drop(key: string, kept: Kept<Value>): void {
    if (this.#kept.delete(key)) this.#bytes -= kept.bytes;
  }
}

const NO_CARDS: Cards = new Map();

function bytesOf({ body }: CachedAnswer): number {
  return body.size + BYTES_OF_ENTRY;
}

export class PageCache {
  readonly #answers: Shelf<CachedAnswer>;
  readonly #shown = new Shelf<ShownToAll>(16 * MEGABYTE);
  /** Most of these bytes are shared with the kept markup. */
  readonly #cards = new Shelf<Cards>(4 * MEGABYTE);
  #generation = 0;
  /** Is the purge channel connected? Otherwise purges would be missed, so nothing is kept. */
  #on = false;
  /** Drops other copies of the tagged data. */
  onPurge: OnPurge = () => {};
  /** Called when the channel is lost or back. When it is back, everything is purged right after this call. */
  onSwitch: (isOn: boolean) => void = () => {};
  /** Was a heartbeat answered a moment ago? Otherwise a purge may be late: then nothing is answered from here, but all is kept. */
  isFresh: () => boolean = () => true;

  constructor(maxBytes = 16 * MEGABYTE) {
    this.#answers = new Shelf(maxBytes);
  }

  /** Read this before you read the data of an answer. If a purge happens in between, `put` keeps nothing. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#answers.size;
  }

  /** What the answers take in memory. */
  get bytes(): number {
    return this.#answers.bytes;
  }

  switch(on: boolean): void {
    this.#on = on;
    this.onSwitch(on);
    // Purges were missed while the channel was away.
    if (on) this.onPurge(["*"]);
    else this.clear();
  }

  get(key: string, now: number): CachedAnswer | undefined {
    return this.isFresh() ? this.#answers.get(key, now) : undefined;
  }

  put(
    key: string,
    { tags, ...value }: CachedAnswer & { tags: ReadonlySet<string> },
    now: number,
    generation: number,
  ): void {
    if (!this.#on || generation !== this.#generation) return;
    this.#answers.put(key, value, { tags, bytes: bytesOf(value), now });
  }

  /** Corrects the size of an answer whose body was compressed. */
  weigh(key: string, body: PackedBody, now: number): void {
    const value = this.#answers.get(key, now);
    if (value?.body === body) this.#answers.weigh(key, value, { bytes: bytesOf(value), now });
  }

  /**
   * Gives what was read under this key within the last minute, unless one of its tags was purged; otherwise reads it.
   * @param key names what is read and all that it depends on; each kind has keys of its own
   */
  async readForAll<Shown extends ShownToAll | undefined>(
    key: string,
    now: number,
    read: () => Promise<Shown>,
  ): Promise<Shown> {
    const known = this.isFresh() ? this.#shown.get(key, now) : undefined;
    if (known !== undefined) return known as Shown;
    const generation = this.#generation;
    const value = await read();
    if (value !== undefined && value.tags.length > 0 && this.#on && generation === this.#generation)
      this.#shown.put(key, value, { tags: value.tags, bytes: value.bytes, now });
    return value;
  }

  /**
   * The cards of a list. They are dropped when one of its people is shown otherwise. A save that changes nothing for
   * others drops nothing: a slower answer would tell that somebody has saved.
   * @param key names the list and all that its cards depend on beside the people, such as the day
   */
  cardsOf(key: string, now: number): CardsOfList {
    const generation = this.#generation;
    const kept = this.isFresh() ? this.#cards.get(key, now) : undefined;
    return {
      known: kept ? new Map(kept.entries().filter(([, { until }]) => until > now)) : NO_CARDS,
      until: now + LIFE_MS,
      keep: (cards) => {
        if (cards.size === 0 || !this.#on || generation !== this.#generation) return;
        const bytes = cards.values().reduce((sum, { card }) => sum + card.size + BYTES_OF_CARD, BYTES_OF_ENTRY);
        this.#cards.put(key, cards, { tags: cards.values().map(({ tag }) => tag), bytes, now });
      },
    };
  }

  /** Drops what has one of these tags. `*` and ALL_ANSWERS drop everything. */
  purge(tags: readonly string[]): void {
    if (tags.length > 0) this.onPurge(tags);
    if (tags.includes("*") || tags.includes(ALL_ANSWERS)) return this.clear();
    // No tags: do not bump the generation. Otherwise `put` would drop the answers being made, and others could notice
    // that somebody hidden has just saved.
    if (tags.length === 0) return;
    this.#generation += 1;
    const purged = new Set(tags);
    this.#answers.purge(purged);
    this.#shown.purge(purged);
    this.#cards.purge(purged);
  }

  clear(): void {
    this.#generation += 1;
    this.#answers.clear();
    this.#shown.clear();
    this.#cards.clear();
  }
}
