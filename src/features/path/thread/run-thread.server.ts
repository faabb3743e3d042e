import type { MessagePort } from "node:worker_threads";
import { EngineKeeper, type VisibleProfiles } from "./engine-keeper.ts";
import type { FromThread, ToThread } from "./messages.ts";

/** How long a reading that failed waits before it is tried again. */
const RETRY_MILLISECONDS = 2_000;

/**
 * The life of the engine's thread. It reads nothing until it is told to: by then changes are listened to, so that none
 * falls between the reading and the listening. Messages are worked off in the order in which they came, so that whoever asks after a
 * change was announced gets an answer that knows of it. Only a reading of everything goes on beside them.
 */
export function runThread(port: MessagePort, profiles: VisibleProfiles, today: string): void {
  const keeper = new EngineKeeper(profiles, today);
  const say = (message: FromThread): void => port.postMessage(message);
  let isReading = false;
  let isReadingWanted = false;
  /** The last reading that was asked for. */
  let asked = 0;

  async function readAll(): Promise<void> {
    // One at a time; what is asked for meanwhile needs one more.
    isReadingWanted = true;
    if (isReading) return;
    isReading = true;
    while (isReadingWanted) {
      isReadingWanted = false;
      const reading = asked;
      const started = performance.now();
      try {
        const lines = await keeper.readAll();
        say({ kind: "filled", reading, lines, milliseconds: performance.now() - started });
      } catch (error) {
        say({ kind: "trouble", message: error instanceof Error ? error.message : String(error) });
        isReadingWanted = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      }
    }
    isReading = false;
  }

  async function handle(message: ToThread): Promise<void> {
    if (message.kind === "everything") {
      asked = message.reading;
      void readAll();
      return;
    }
    if (message.kind === "ask") {
      const { number, call, ask } = message;
      try {
        say({ kind: "answer", number, answer: await keeper.answer(call, ask as never) });
      } catch (error) {
        const { name, message: text } = error instanceof Error ? error : new Error(String(error));
        say({ kind: "failed", number, name, message: text });
      }
      return;
    }
    try {
      if (message.kind === "today") await keeper.setToday(message.date);
      else await keeper.readSome(message.ids);
    } catch (error) {
      // What could not be read again may be out of date: read everything as soon as the database is back.
      say({ kind: "trouble", message: error instanceof Error ? error.message : String(error) });
      void readAll();
    }
  }

  let last: Promise<void> = Promise.resolve();
  port.on("message", (message: ToThread) => {
    last = last.then(() => handle(message));
  });
}
