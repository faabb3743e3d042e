import { hash } from "node:crypto";
import { isLargeCall } from "#features/path/pure/calls.ts";
import { EngineKeeper, type VisibleProfiles } from "./engine-keeper.ts";
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
  /** The number of the reading that it requested last; 0 before the first. */
  asked: number;
  today?: string;
};

/** Milliseconds before a failed reading is tried again. */
const RETRY_MILLISECONDS = 2_000;
/**
 * Milliseconds in which changes and requests to read everything are collected, to read once for all of them. Each save
 * is announced twice: by the process that made it, and by the database to all processes.
 */
const GATHER_MILLISECONDS = 50;

const texts = new WeakMap<object, { text: string; digest: string }>();

/** Made once for each answer that the keeper keeps. */
function textOf(answer: object): { text: string; digest: string } {
  const known = texts.get(answer);
  if (known) return known;
  const text = JSON.stringify(answer);
  const made = { text, digest: hash("sha256", text, "base64url") };
  texts.set(answer, made);
  return made;
}

/**
 * Runs one engine for all clients that join. It reads nothing until a client's first message, when that process already
 * listens for changes, so that no change is missed in between. Messages are handled in order: a question after an
 * announced change gets an answer with that change, so a question ends the collecting. Only the reading of all pipelines
 * runs in parallel.
 * @returns adds a client, and returns a function that removes it
 */
export function runEngine(profiles: EngineProfiles, today: string): (port: EnginePort) => () => void {
  const keeper = new EngineKeeper(profiles, today);
  const clients = new Set<Client>();
  let isReading = false;
  let isReadingWanted = false;

  function tellAll(message: FromEngine): void {
    for (const client of clients) client.send(message);
  }

  async function readAll(): Promise<void> {
    // Only one reading runs at a time. Requests during a reading need one more, for all of them.
    isReadingWanted = true;
    if (isReading) return;
    isReading = true;
    while (isReadingWanted) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MILLISECONDS));
      isReadingWanted = false;
      // All clients hear of it, not only those that asked: after a change that could not be read, answers differ for all.
      const readings = [...clients].map((client) => ({ client, reading: client.asked }));
      const started = performance.now();
      try {
        const lines = await keeper.readAll();
        const milliseconds = performance.now() - started;
        for (const { client, reading } of readings) client.send({ kind: "filled", reading, lines, milliseconds });
      } catch (error) {
        tellAll({ kind: "read-failed", message: error instanceof Error ? error.message : String(error) });
        isReadingWanted = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      }
    }
    isReading = false;
  }

  async function answer(client: Client, { number, call, ask }: Extract<ToEngine, { kind: "ask" }>): Promise<void> {
    if (!clients.has(client)) return;
    try {
      const given = await keeper.answer(call, ask as never);
      if (isLargeCall(call) && given !== undefined) client.send({ kind: "text", number, ...textOf(given as object) });
      else client.send({ kind: "answer", number, answer: given });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      client.send({ kind: "failed", number, name, message });
    }
  }

  async function follow(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      tellAll({ kind: "read-failed", message: error instanceof Error ? error.message : String(error) });
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

  function receive(client: Client, message: ToEngine): void {
    if (message.kind === "reconnect") {
      // At once and not in order: an earlier message may hang.
      profiles.reconnect();
    } else if (message.kind === "changed") {
      for (const id of message.ids) gathered.add(id);
      timer ??= setTimeout(readGathered, GATHER_MILLISECONDS);
    } else if (message.kind === "everything") {
      inOrder(() => {
        client.asked = message.reading;
        void readAll();
        return Promise.resolve();
      });
    } else if (message.kind === "today") inOrder(() => follow(() => followDay(client, message.date)));
    else inOrder(() => answer(client, message));
  }

  return (port) => {
    const client: Client = { send: (message) => port.postMessage(message), asked: 0 };
    clients.add(client);
    port.on("message", (message) => receive(client, message));
    return () => clients.delete(client);
  };
}
