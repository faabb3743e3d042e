import { hash } from "node:crypto";
import type { MessagePort } from "node:worker_threads";
import { isLargeCall } from "#features/path/pure/calls.ts";
import { EngineKeeper, type VisibleProfiles } from "./engine-keeper.ts";
import type { FromEngine, ToEngine } from "./messages.ts";

type ThreadProfiles = VisibleProfiles & {
  /** Ends all connections. What is being read fails. */
  reconnect: () => void;
};

/** Milliseconds before a failed reading is tried again. */
const RETRY_MILLISECONDS = 2_000;
/**
 * Milliseconds in which changes are collected, to read them together. Each save is announced twice: by the process that
 * made it, and by the database to all.
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
 * Runs the engine's thread. It reads nothing until the first message, when the process already listens for changes, so
 * that no change is missed in between. Messages are handled in order: a question after an announced change gets an
 * answer with that change, so a question ends the collecting. Only the reading of all pipelines runs in parallel.
 */
export function runThread(port: MessagePort, profiles: ThreadProfiles, today: string): void {
  const keeper = new EngineKeeper(profiles, today);
  const send = (message: FromEngine): void => port.postMessage(message);
  let isReading = false;
  let isReadingWanted = false;
  /** The number of the last requested reading. */
  let asked = 0;

  async function readAll(): Promise<void> {
    // Only one reading runs at a time. A request during a reading needs one more.
    isReadingWanted = true;
    if (isReading) return;
    isReading = true;
    while (isReadingWanted) {
      isReadingWanted = false;
      const reading = asked;
      const started = performance.now();
      try {
        const lines = await keeper.readAll();
        send({ kind: "filled", reading, lines, milliseconds: performance.now() - started });
      } catch (error) {
        send({ kind: "read-failed", message: error instanceof Error ? error.message : String(error) });
        isReadingWanted = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      }
    }
    isReading = false;
  }

  async function handle(message: Exclude<ToEngine, { kind: "reconnect" }>): Promise<void> {
    if (message.kind === "everything") {
      asked = message.reading;
      void readAll();
      return;
    }
    if (message.kind === "ask") {
      const { number, call, ask } = message;
      try {
        const answer = await keeper.answer(call, ask as never);
        if (isLargeCall(call) && answer !== undefined) send({ kind: "text", number, ...textOf(answer as object) });
        else send({ kind: "answer", number, answer });
      } catch (error) {
        const { name, message: text } = error instanceof Error ? error : new Error(String(error));
        send({ kind: "failed", number, name, message: text });
      }
      return;
    }
    try {
      if (message.kind === "today") await keeper.setToday(message.date);
      else await keeper.readSome(message.ids);
    } catch (error) {
      // The profiles that could not be read may be out of date. Read everything again when the database is back.
      if (message.kind === "changed") keeper.forget(message.ids);
      send({ kind: "read-failed", message: error instanceof Error ? error.message : String(error) });
      void readAll();
    }
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
    last = last.then(() => handle({ kind: "changed", ids }));
  }

  port.on("message", (message: ToEngine) => {
    if (message.kind === "reconnect") {
      // At once and not in order: an earlier message may hang.
      profiles.reconnect();
    } else if (message.kind === "changed") {
      for (const id of message.ids) gathered.add(id);
      timer ??= setTimeout(readGathered, GATHER_MILLISECONDS);
    } else {
      readGathered();
      last = last.then(() => handle(message));
    }
  });
}
