import type { ClickHouseClient } from "@clickhouse/client";
import { AppError } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { monthNumber } from "./pure/line.ts";
import { readStoreState, type StoreState } from "./store-write.server.ts";
import type { Call, Paths, Questions } from "./pure/calls.ts";
import { titleName } from "#features/title/classify.ts";
import { storeAnswers } from "./clickhouse/engine.ts";
import { isOfLayout } from "./clickhouse/tables.ts";
import { Follower, type Visible } from "./store-follower.server.ts";
import type { Ask, Limits, NamesOf } from "./clickhouse/question.ts";
import type { Params } from "./clickhouse/params.ts";
import { holds, StoreDiffers } from "./store-state.server.ts";
import { StoreSweeper, type Patient } from "./store-sweeper.server.ts";
import { isAway, reasonOf, refusalOf } from "./store-trouble.server.ts";
import { verifyStore } from "./store-verify.server.ts";
import { StoreWriter } from "./store-writer.server.ts";

/** Questions that may wait at once; each takes a part of a second, so more is a flood. */
const MOST_WAITING = 64;
/** Questions that wait longer are given up, so that the person gets an answer in time. As in the embedded engine. */
const PATIENCE_MILLISECONDS = 5_000;
/** How long one job goes on before another one takes over. */
const TURN_MILLISECONDS = 20_000;
/** How long it holds that ClickHouse has what it should, while nothing is written. */
const LOOK_MILLISECONDS = 1_000;

export type StoreOptions = {
  db: Database;
  client: ClickHouseClient;
  ask: Ask;
  /** For what takes minutes. */
  patient: Patient;
  cluster: string | undefined;
  /** What is written. */
  visible: Visible;
  /** What `verify` compares with, read in another way. Without it, what is written. */
  shown?: Visible;
  namesOf: NamesOf;
  today: () => string;
  /** Is the database that is read the primary, as of just now? A standby may not know of the last change. */
  isFresh: () => boolean;
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
  /** Milliseconds that a question may take. */
  patience?: number;
};

/** The path engine in ClickHouse, with the interface of the embedded one. */
export class StoreService implements Paths {
  readonly #options: StoreOptions;
  readonly #follower: Follower;
  readonly #writer: StoreWriter;
  readonly #sweeper: StoreSweeper;
  #waiting = 0;
  /** What the last look found. A page asks before it asks a question. */
  #isReady = false;
  #isShown = true;
  #lookedAt = -Infinity;
  #isLooking = false;
  /** What ClickHouse was last found to hold, and when. */
  #held = { state: "", at: -Infinity };

  constructor(options: StoreOptions) {
    this.#options = options;
    const { db, visible, today, cluster } = options;
    this.#writer = new StoreWriter(options);
    this.#sweeper = new StoreSweeper({ ...options.patient, cluster });
    this.#follower = new Follower({ db, writer: this.#writer, sweeper: this.#sweeper, visible, today });
  }

  isReady(): boolean {
    // Where nobody asks, nobody would see that it is back.
    if (performance.now() - this.#lookedAt > LOOK_MILLISECONDS) void this.look();
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
    if (this.#isLooking) return this.#isReady;
    this.#isLooking = true;
    try {
      await this.#prepare();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isLooking = false;
      this.#lookedAt = performance.now();
    }
    return this.#isReady;
  }

  /** The job: makes and fills tables, catches up, follows the day, clears up. @returns is there more to do? */
  async work(): Promise<boolean> {
    const ending = performance.now() + TURN_MILLISECONDS;
    try {
      await this.#follower.fold();
      await this.#follower.open();
      await this.#follower.catchUp();
      const isMore = await this.#follower.goOn(() => performance.now() > ending);
      await this.look();
      if (!isMore) await this.#clear();
      return isMore;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** Answers do not depend on it. */
  async #clear(): Promise<void> {
    const failed = await this.#follower.clear().then(
      (isClear) => (isClear ? undefined : "not merged"),
      (error: unknown) => reasonOf(error),
    );
    if (failed !== undefined)
      this.#options.log.warn({ reason: failed }, "ClickHouse's disk keeps what is hidden: it is cleared in an hour");
  }

  async #prepare(): Promise<void> {
    const { db } = this.#options;
    const state = await readStoreState(db);
    const isFilled = state.isFilled && isOfLayout(state.mark);
    if (state.isBehind && isFilled) await this.#follower.catchUp();
    if (isFilled && !(await this.#hasAll(state))) throw new StoreDiffers("ClickHouse holds something else.");
    this.#isReady = isFilled;
    this.#lookedAt = performance.now();
    if (!isFilled) return;
    if (!this.#isShown) this.#options.log.info({}, "ClickHouse answers again");
    this.#isShown = true;
  }

  /** Are the tables those that were filled, with every write? They may be lost, restored from a copy, or another's. */
  async #hasAll(state: StoreState): Promise<boolean> {
    const { db } = this.#options;
    const known = `${state.mark} ${state.version} ${state.written}`;
    if (this.#held.state === known && performance.now() - this.#held.at < LOOK_MILLISECONDS) return true;
    const at = performance.now();
    const found = await this.#writer.readState();
    // A write may have come in between.
    const isNewer = found !== undefined && found.version > state.version;
    if (!holds(found, isNewer ? await readStoreState(db) : state)) return false;
    this.#held = { state: known, at };
    return true;
  }

  async ask<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<Questions[C]["answer"]> {
    if (this.#waiting >= MOST_WAITING) throw new AppError("overloaded", { retryAfter: 1 });
    this.#waiting += 1;
    const given = new AbortController();
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => {});
    const timer = setTimeout(() => {
      late.reject(new AppError("overloaded", { retryAfter: 1 }));
      given.abort();
    }, this.#options.patience ?? PATIENCE_MILLISECONDS);
    try {
      const answer = this.#askNow(call, ask, given.signal);
      return await (call === "verify" ? answer : Promise.race([answer, late.promise]));
    } catch (error) {
      throw this.#refusal(error, call);
    } finally {
      clearTimeout(timer);
      this.#waiting -= 1;
    }
  }

  async #askNow<C extends Call>(
    call: C,
    ask: Questions[C]["ask"],
    signal: AbortSignal,
  ): Promise<Questions[C]["answer"]> {
    await this.#prepare();
    if (!this.isReady()) throw new AppError("paths-not-ready", { retryAfter: 2 });
    if (call === "verify") return (await this.#verify()) as Questions[C]["answer"];
    const { today, namesOf } = this.#options;
    const answers = storeAnswers({
      ask: <Row>(sql: string, params: Params, limits?: Limits) =>
        this.#options.ask<Row>(sql, params, { ...limits, signal }),
      today: monthNumber(today(), false),
      nameOfTitle: titleName,
      namesOf,
    });
    const answer = answers[call as keyof typeof answers] as (ask: unknown) => Promise<unknown>;
    return (await answer(ask)) as Questions[C]["answer"];
  }

  /** Compares ClickHouse with the database, person by person. */
  #verify(): Promise<Questions["verify"]["answer"]> {
    const { patient, visible, shown = visible, today } = this.#options;
    const catchUp = (): Promise<void> => this.#follower.catchUp();
    const { ask } = patient;
    return verifyStore({ ask, shown, catchUp, writer: this.#writer, sweeper: this.#sweeper, day: today() });
  }

  #refusal(error: unknown, call: Call): AppError {
    if (isAway(error)) this.#fail(error);
    const refusal = refusalOf(error);
    // A statement that fails is a mistake of this one. The others go on.
    if (!isAway(error) && refusal.code === "paths-not-ready" && refusal !== error)
      this.#options.log.warn({ reason: reasonOf(error), call }, "ClickHouse refused a question");
    return refusal;
  }

  #fail(error: unknown): void {
    this.#isReady = false;
    if (!this.#isShown) return;
    this.#isShown = false;
    // One line, because every question fails while it is away.
    this.#options.log.warn({ reason: reasonOf(error) }, "ClickHouse does not answer: the paths wait for it");
  }

  async close(): Promise<void> {
    await Promise.all([this.#options.client.close(), this.#options.patient.client.close()]);
  }
}
