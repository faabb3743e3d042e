import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "#core/errors.ts";
import { isLargeCall } from "#features/path/pure/calls.ts";
import { freeArrays, freeEverything } from "#server/array-garbage.ts";
import { EngineKeeper, type VisibleProfiles } from "./engine-keeper.ts";
import type { KeptText } from "./kept-texts.ts";
import { profileIdsIn, type FromEngine, type ToEngine } from "./messages.ts";
import { OrderedWork } from "./ordered-work.ts";
import { WholeReadings } from "./whole-readings.server.ts";

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

type OpenEngine = {
  /** Adds a client. Returns a function that removes it. */
  join: (port: EnginePort) => () => void;
  /** Takes tags of changes that the engine has heard of by itself: `profile:<id>`, `*` for everything. */
  hear: (tags: readonly string[]) => void;
};

/** Milliseconds without a question after which the engine frees what the questions have left. */
const QUIET_MS = 5_000;

/** Milliseconds between two looks at how far the engine has heard of changes. */
const HEARING_MS = 20;

const digests = new WeakMap<KeptText, string>();

/** Made once for each text that the keeper keeps. */
function digestOf(kept: KeptText): string {
  const digest = digests.get(kept) ?? hash("sha256", kept.text, "base64url");
  digests.set(kept, digest);
  return digest;
}

/** Answers a client's question. If that fails, the client hears why. */
async function sendAnswer(
  keeper: EngineKeeper,
  client: Client,
  { number, call, ask }: Extract<ToEngine, { kind: "ask" }>,
): Promise<void> {
  try {
    const kept = isLargeCall(call) ? keeper.text(call, ask as never) : undefined;
    if (kept) client.send({ kind: "text", number, text: kept.text, digest: digestOf(kept) });
    else if (isLargeCall(call)) client.send({ kind: "answer", number, answer: undefined });
    else client.send({ kind: "answer", number, answer: await keeper.answer(call, ask as never) });
  } catch (error) {
    const name = error instanceof Error ? error.name : "Error";
    client.send({ kind: "failed", number, name, message: reasonOf(error) });
  }
}

async function readSome(keeper: EngineKeeper, ids: readonly string[]): Promise<void> {
  try {
    await keeper.readSome(ids);
  } catch (error) {
    // The profiles that could not be read may be out of date. Read everything again when the database is back.
    keeper.forget(ids);
    throw error;
  }
}

/** Returns a function to call at each question. QUIET_MS after its last call, what the questions have left is freed. */
function freeWhenQuiet(): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer?.refresh();
    timer ??= setTimeout(freeEverything, QUIET_MS).unref();
  };
}

/** Removes the requests that a reading which began at `begun` has answered. @returns whether there was one */
function settle(client: Client, begun: number): boolean {
  const settled = client.requests.filter(({ since }) => since <= begun);
  client.requests = client.requests.filter(({ since }) => since > begun);
  client.answered = Math.max(client.answered, ...settled.map(({ reading }) => reading));
  return settled.length > 0;
}

/**
 * Runs one engine for all clients that join. It reads nothing until it hears of something from them or by itself, when
 * changes are listened for, so that none is missed in between. Messages are handled in order: a question after an
 * announced change gets an answer with that change, so a question ends the collecting. Only the reading of all pipelines
 * runs in parallel.
 * @param heardOf where the engine hears of changes by itself: all commits before this time (`performance.now()`) have
 * been heard of. A client's request then needs no reading of its own if the engine has missed nothing since the last.
 */
export function runEngine(profiles: EngineProfiles, today: string, heardOf?: () => number): OpenEngine {
  const keeper = new EngineKeeper(profiles, today);
  const clients = new Set<Client>();
  const work = new OrderedWork((ids) => follow(() => readSome(keeper, ids)));
  const readings = new WholeReadings(
    async () => {
      const lines = await keeper.readAll();
      freeEverything();
      return lines;
    },
    {
      // All clients hear of it, not only those that asked: answers may differ for all.
      done: () => {
        for (const client of clients) {
          settle(client, readings.done.begun);
          reportFilled(client);
        }
      },
      failed: reportFailure,
    },
  );
  const noteQuestion = freeWhenQuiet();

  function reportFilled(client: Client): void {
    const { lines, milliseconds } = readings.done;
    client.send({ kind: "filled", reading: client.answered, lines, milliseconds });
  }

  function reportFailure(error: unknown): void {
    for (const client of clients) client.send({ kind: "read-failed", message: reasonOf(error) });
  }

  /** Makes a change. If that fails, everything is read again. */
  async function follow(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      reportFailure(error);
      readings.start();
    }
  }

  /** A client asks for answers that have everything committed until now. Reads everybody only if something was missed. */
  async function request(client: Client, reading: number): Promise<void> {
    const asked = performance.now();
    if (heardOf === undefined) readings.need();
    else while (heardOf() <= asked && clients.has(client)) await sleep(HEARING_MS);
    const since = readings.needed;
    // After the changes that were heard of until now.
    work.add(async () => {
      client.requests.push({ reading, since });
      if (settle(client, readings.done.begun)) reportFilled(client);
    });
  }

  /** The latest day that a client has: another one may have sent its own just before midnight. */
  async function followDay(client: Client, date: string): Promise<void> {
    client.today = date;
    const days = [...clients].flatMap((one) => one.today ?? []);
    await keeper.setToday(days.toSorted().at(-1) ?? date);
  }

  async function answer(client: Client, question: Extract<ToEngine, { kind: "ask" }>): Promise<void> {
    if (!clients.has(client)) return;
    await sendAnswer(keeper, client, question);
    freeArrays();
    noteQuestion();
  }

  function receive(client: Client, message: ToEngine): void {
    if (message.kind === "reconnect") {
      // At once and not in order: an earlier message may hang.
      profiles.reconnect();
      // The engine may have heard of changes from a server that is not the primary any more.
      if (heardOf !== undefined) readings.need();
    } else if (message.kind === "changed") work.gather(message.ids);
    else if (message.kind === "everything") void request(client, message.reading);
    else if (message.kind === "today") work.add(() => follow(() => followDay(client, message.date)));
    else work.add(() => answer(client, message));
  }

  return {
    join: (port) => {
      const client: Client = { send: (message) => port.postMessage(message), requests: [], answered: 0 };
      clients.add(client);
      port.on("message", (message) => receive(client, message));
      return () => clients.delete(client);
    },
    hear: (tags) => {
      work.gather(profileIdsIn(tags));
      if (tags.includes("*")) readings.need();
    },
  };
}
