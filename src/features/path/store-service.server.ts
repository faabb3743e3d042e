import { ClickHouseError, type ClickHouseClient } from "@clickhouse/client";
import { AppError } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { monthNumber } from "./pure/line.ts";
import { readStoreState } from "./store-write.server.ts";
import type { Call, Paths, Questions } from "./pure/calls.ts";
import { titleName } from "#features/title/classify.ts";
import { storeAnswers } from "./clickhouse/engine.ts";
import { Follower, type Visible } from "./store-follower.server.ts";
import type { Ask, NamesOf } from "./clickhouse/question.ts";
import { StoreWriter } from "./store-writer.server.ts";

/** Questions that may wait at once; each takes a part of a second, so more is a flood. */
const MOST_WAITING = 64;
/** How long one job goes on before another one takes over. */
const TURN_MILLISECONDS = 20_000;
/** ClickHouse's codes for a statement that would cost too much: time, rows, memory, result, statements at once. */
const TOO_DEAR = new Set(["158", "159", "160", "202", "241", "307", "396"]);
/** Differences that `verify` names. */
const MOST_DIFFERENCES = 50;
const PROFILES_AT_ONCE = 500;

export type StoreOptions = {
  db: Database;
  client: ClickHouseClient;
  ask: Ask;
  cluster: string | undefined;
  visible: Visible;
  namesOf: NamesOf;
  today: () => string;
  /** Is the database that is read the primary, as of just now? A standby may not know of the last change. */
  isFresh: () => boolean;
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
};

/** Never the whole message: ClickHouse repeats the statement in it, with what somebody asked about. */
function reasonOf(error: unknown): string {
  if (error instanceof ClickHouseError) return `${error.code} ${error.type ?? ""}`.trim();
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "" ? (error instanceof Error ? error.name : "unknown") : code;
}

/** What the person hears who asked: an error of ClickHouse is never an error of the page. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof RangeError) return new AppError("bad-request", { message: error.message });
  const isTooDear = error instanceof ClickHouseError && TOO_DEAR.has(error.code);
  return isTooDear ? new AppError("overloaded", { retryAfter: 1 }) : new AppError("paths-not-ready", { retryAfter: 2 });
}

/** The path engine in ClickHouse, with the interface of the embedded one. */
export class StoreService implements Paths {
  readonly #options: StoreOptions;
  readonly #follower: Follower;
  readonly #writer: StoreWriter;
  #waiting = 0;
  /** What the last look found. A page asks before it asks a question. */
  #isReady = false;
  #isTold = true;

  constructor(options: StoreOptions) {
    this.#options = options;
    const { db, visible, today } = options;
    this.#writer = new StoreWriter(options);
    this.#follower = new Follower({ db, writer: this.#writer, visible, today });
  }

  isReady(): boolean {
    return this.#isReady && this.#options.isFresh();
  }

  waiting(): number {
    return this.#waiting;
  }

  /** A committed change is to be seen soon in every process. The next question waits for it in any case. */
  changed(tags: readonly string[]): void {
    if (tags.some((tag) => tag === "*" || tag.startsWith("profile:"))) void this.look();
  }

  /** Changes are noted in the database, so nothing is missed without notifications. */
  listening(): void {}

  /** Catches up, and notes whether questions can be answered. */
  async look(): Promise<boolean> {
    try {
      await this.#prepare();
    } catch (error) {
      this.#fail(error);
    }
    return this.#isReady;
  }

  /** The job: makes and fills tables, catches up, follows the day. @returns is there more to do? */
  async work(): Promise<boolean> {
    const ending = performance.now() + TURN_MILLISECONDS;
    try {
      await this.#follower.open();
      await this.#follower.catchUp();
      const isMore = await this.#follower.goOn(() => performance.now() > ending);
      await this.look();
      return isMore;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    const { db } = this.#options;
    const { isFilled, isBehind } = await readStoreState(db);
    if (isBehind && isFilled) await this.#follower.catchUp();
    this.#isReady = isFilled;
    if (!isFilled) return;
    if (!this.#isTold) this.#options.log.info({}, "ClickHouse answers again");
    this.#isTold = true;
  }

  async ask<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<Questions[C]["answer"]> {
    if (this.#waiting >= MOST_WAITING) throw new AppError("overloaded", { retryAfter: 1 });
    this.#waiting += 1;
    try {
      await this.#prepare();
      if (!this.isReady()) throw new AppError("paths-not-ready", { retryAfter: 2 });
      return await this.#answer(call, ask);
    } catch (error) {
      throw this.#refusal(error);
    } finally {
      this.#waiting -= 1;
    }
  }

  async #answer<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<Questions[C]["answer"]> {
    if (call === "verify") return (await this.#verify()) as Questions[C]["answer"];
    const answers = storeAnswers({
      ask: this.#options.ask,
      today: monthNumber(this.#options.today(), false),
      nameOfTitle: titleName,
      namesOf: this.#options.namesOf,
    });
    const answer = answers[call as keyof typeof answers] as (ask: unknown) => Promise<unknown>;
    return (await answer(ask)) as Questions[C]["answer"];
  }

  #refusal(error: unknown): AppError {
    const refusal = refusalOf(error);
    if (refusal.code === "paths-not-ready" && refusal !== error) this.#fail(error);
    return refusal;
  }

  #fail(error: unknown): void {
    this.#isReady = false;
    if (!this.#isTold) return;
    this.#isTold = false;
    // One line, because every question fails while it is away.
    this.#options.log.warn({ reason: reasonOf(error) }, "ClickHouse does not answer: the paths wait for it");
  }

  /** Compares ClickHouse with the database, person by person. */
  async #verify(): Promise<Questions["verify"]["answer"]> {
    const { visible, today } = this.#options;
    const day = today();
    const differences: string[] = [];
    let lines = 0;
    for (let after = 0; ;) {
      const some = await visible.idsAfter(after, PROFILES_AT_ONCE);
      const last = some.at(-1);
      if (!last) break;
      after = last.key;
      const profiles = await visible.some(
        some.map((one) => one.id),
        day,
      );
      lines += profiles.length;
      differences.push(...(await this.#writer.differing(profiles)));
    }
    for (let after = ""; ;) {
      const ids = await this.#writer.readIds("all", after, PROFILES_AT_ONCE);
      after = ids.at(-1) ?? "";
      if (ids.length === 0) break;
      const seen = new Set((await visible.some(ids, day)).map((profile) => profile._id));
      differences.push(...ids.filter((id) => !seen.has(id)));
    }
    return { lines, differences: differences.slice(0, MOST_DIFFERENCES) };
  }

  async close(): Promise<void> {
    await this.#options.client.close();
  }
}
