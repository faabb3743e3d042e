import { hash } from "node:crypto";
import { isLargeCall } from "#features/path/pure/calls.ts";
import { freeArrays, freeEverything } from "#server/array-garbage.ts";
import { EngineKeeper, type VisibleProfiles } from "./engine-keeper.ts";
import type { KeptText } from "./kept-texts.ts";
import type { FromEngine, ToEngine } from "./messages.ts";

type EngineProfiles = VisibleProfiles & {
  /** Ends all connections. What is being read fails. */
  reconnect: () => void;
};

/** The engine's end of the way to one process that asks it. */
type EnginePort = {
  postMessage: (message: FromEngine) => void;
  on: (event: "message", listener: (message: ToEngine) => void) => unknown;
};

/** A process that asks. Each numbers its questions and its requests for readings by itself. */
type Client = {
  send: (message: FromEngine) => void;
  /** Requests for a reading of everything that begins at `since` or later, in the order of their numbers. */
  requests: { reading: number; since: number }[];
  /** The last request that such a reading has answered. */
  answered: number;
  today?: string;
};

type RunningEngine = {
  /** Adds a client. Returns a function that removes it. */
  join: (port: EnginePort) => () => void;
  /** Takes tags of changes that the engine has heard of by itself: `profile:<id>`, `*` for everything. */
  hear: (tags: readonly string[]) => void;
};

/** Milliseconds before a failed reading is tried again. */
const RETRY_MS = 2_000;
/**
 * Milliseconds between the first news of a change and reading it, so that changes which follow are read with it. Each
 * save is announced twice: by the process that made it, and by the database to all processes.
 */
const GATHER_MS = 50;

/** Milliseconds without a question after which the engine frees what the questions have left. */
const QUIET_MS = 5_000;

/** Milliseconds between two looks at how far the engine has heard of changes. */
const HEARING_MS = 20;

const PROFILE_TAG = "profile:";

const digests = new WeakMap<KeptText, string>();

/** Made once for each text that the keeper keeps. */
function digestOf(kept: KeptText): string {
  const digest = digests.get(kept) ?? hash("sha256", kept.text, "base64url");
  digests.set(kept, digest);
  return digest;
}

/**
 * Runs one engine for all clients that join. It reads nothing until it hears of something from them or by itself, when
 * changes are listened for, so that none is missed in between. Messages are handled in order: a question after an
 * announced change gets an answer with that change, so a question ends the collecting. Only the reading of all pipelines
 * runs in parallel.
 * @param heardOf where the engine hears of changes by itself: all commits before this time (`performance.now()`) have
 * been heard of. A client's request then needs no reading of its own if the engine has missed nothing since the last.
 */
export function runEngine(profiles: EngineProfiles, today: string, heardOf?: () => number): RunningEngine {
  const keeper = new EngineKeeper(profiles, today);
  const clients = new Set<Client>();
  let isReading = false;
  let isReadingWanted = false;
  let quiet: NodeJS.Timeout | undefined;
  /** When the last thing happened that only a reading of everything follows. */
  let needed = -Infinity;
  /** The last whole reading. */
  let done = { begun: -Infinity, lines: 0, milliseconds: 0 };

  function notifyAll(message: FromEngine): void {
    for (const client of clients) client.send(message);
  }

  function reportFilled(client: Client): void {
    const { lines, milliseconds } = done;
    client.send({ kind: "filled", reading: client.answered, lines, milliseconds });
  }

  /** Answers the requests that the last reading has fulfilled. @returns whether there was one */
  function settle(client: Client): boolean {
    const settled = client.requests.filter(({ since }) => since <= done.begun);
    client.requests = client.requests.filter(({ since }) => since > done.begun);
    client.answered = Math.max(client.answered, ...settled.map(({ reading }) => reading));
    return settled.length > 0;
  }

  async function readAll(): Promise<void> {
    // Only one reading runs at a time. Requests during a reading need one more, for all of them.
    isReadingWanted = true;
    if (isReading) return;
    isReading = true;
    while (isReadingWanted) {
      await sleep(GATHER_MS);
      isReadingWanted = false;
      const begun = performance.now();
      try {
        const lines = await keeper.readAll();
        freeEverything();
        done = { begun, lines, milliseconds: performance.now() - begun };
        // All clients hear of it, not only those that asked: answers may differ for all.
        for (const client of clients) {
          settle(client);
          reportFilled(client);
        }
      } catch (error) {
        notifyAll({ kind: "read-failed", message: error instanceof Error ? error.message : String(error) });
        isReadingWanted = true;
        await sleep(RETRY_MS);
      }
    }
    isReading = false;
  }

  function need(): void {
    needed = performance.now();
    void readAll();
  }

  /** A client asks for answers that have everything committed until now. Reads everybody only if something was missed. */
  async function request(client: Client, reading: number): Promise<void> {
    const asked = performance.now();
    if (heardOf === undefined) need();
    else while (heardOf() <= asked && clients.has(client)) await sleep(HEARING_MS);
    const since = needed;
    // After the changes that were heard of until now.
    inOrder(() => {
      client.requests.push({ reading, since });
      if (settle(client)) reportFilled(client);
      return Promise.resolve();
    });
  }

  async function answer(client: Client, { number, call, ask }: Extract<ToEngine, { kind: "ask" }>): Promise<void> {
    if (!clients.has(client)) return;
    try {
      const kept = isLargeCall(call) ? keeper.text(call, ask as never) : undefined;
      if (kept) client.send({ kind: "text", number, text: kept.text, digest: digestOf(kept) });
      else if (isLargeCall(call)) client.send({ kind: "answer", number, answer: undefined });
      else client.send({ kind: "answer", number, answer: await keeper.answer(call, ask as never) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      client.send({ kind: "failed", number, name, message });
    }
    freeArrays();
    quiet?.refresh();
    quiet ??= setTimeout(freeEverything, QUIET_MS).unref();
  }

  async function follow(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      notifyAll({ kind: "read-failed", message: error instanceof Error ? error.message : String(error) });
      void readAll();
    }
  }

  async function readSome(ids: readonly string[]): Promise<void> {
    try {
      await keeper.readSome(ids);
    } catch (error) {
      // The profiles that could not be read may be out of date. Read everything again when the database is back.
      keeper.forget(ids);
      throw error;
    }
  }

  /** The latest day that a client has: another one may have sent its own just before midnight. */
  async function followDay(client: Client, date: string): Promise<void> {
    client.today = date;
    const days = [...clients].flatMap((one) => one.today ?? []);
    await keeper.setToday(days.toSorted().at(-1) ?? date);
  }

  let last: Promise<void> = Promise.resolve();
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function readGathered(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return;
    const ids = [...gathered];
    gathered = new Set();
    last = last.then(() => follow(() => readSome(ids)));
  }

  function inOrder(work: () => Promise<void>): void {
    readGathered();
    last = last.then(work);
  }

  function gather(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) gathered.add(id);
    timer ??= setTimeout(readGathered, GATHER_MS);
  }

  function receive(client: Client, message: ToEngine): void {
    if (message.kind === "reconnect") {
      // At once and not in order: an earlier message may hang.
      profiles.reconnect();
      // The engine may have heard of changes from a server that is not the primary any more.
      if (heardOf !== undefined) need();
    } else if (message.kind === "changed") gather(message.ids);
    else if (message.kind === "everything") void request(client, message.reading);
    else if (message.kind === "today") inOrder(() => follow(() => followDay(client, message.date)));
    else inOrder(() => answer(client, message));
  }

  return {
    join: (port) => {
      const client: Client = { send: (message) => port.postMessage(message), requests: [], answered: 0 };
      clients.add(client);
      port.on("message", (message) => receive(client, message));
      return () => clients.delete(client);
    },
    hear: (tags) => {
      gather(tags.flatMap((tag) => (tag.startsWith(PROFILE_TAG) ? tag.slice(PROFILE_TAG.length) : [])));
      if (tags.includes("*")) need();
    },
  };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
