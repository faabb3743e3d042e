import type { ClickHouseClient } from "@clickhouse/client";
import { AppError } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { monthNumber } from "./pure/line.ts";
import { readStoreState, type StoreState } from "./store-write.server.ts";
import type { Call, Paths, Questions } from "./pure/calls.ts";
import { titleName } from "#features/title/classify.ts";
import { storeAnswers } from "./clickhouse/engine.ts";
import { isOfLayout } from "./clickhouse/tables.ts";
import { StoreFollower, type Visible } from "./store-follower.server.ts";
import type { Ask, Limits, NamesOf } from "./clickhouse/ask.ts";
import type { Params } from "./clickhouse/params.ts";
import { isExpectedState, StoreDiffers } from "./store-state.server.ts";
import { StoreSweeper, type LongRunning } from "./store-sweeper.server.ts";
import { isUnreachable, reasonOf, toAppError } from "./store-errors.server.ts";
import { verifyStore } from "./store-verify.server.ts";
import { StoreWriter } from "./store-writer.server.ts";

/** With so many waiting questions the next one is refused. Each takes less than a second, so more mean overload. */
const MOST_WAITING = 64;
/** A question without an answer after this time is refused. The embedded engine has the same limit. */
const QUESTION_MS = 5_000;
/** After this time the job ends, and the next one continues. */
const JOB_MS = 20_000;
/** How long a check of ClickHouse's state is valid while nothing is written. */
const REFRESH_MS = 1_000;

export type StoreOptions = {
  db: Database;
  client: ClickHouseClient;
  ask: Ask;
  /** For statements that take minutes. */
  longRunning: LongRunning;
  cluster: string | undefined;
  /** The people that are written. */
  visible: Visible;
  /** The people that `verify` compares with, read in another way. Default: `visible`. */
  shown?: Visible;
  namesOf: NamesOf;
  today: () => string;
  /** Is the database certainly the primary? A standby may lack the latest changes. */
  isFresh: () => boolean;
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
  /** Default: QUESTION_MS. */
  questionMilliseconds?: number;
};

/** The path engine in ClickHouse, with the interface of the embedded one. */
export class StoreService implements Paths {
  readonly #options: StoreOptions;
  readonly #follower: StoreFollower;
  readonly #writer: StoreWriter;
  readonly #sweeper: StoreSweeper;
  #waiting = 0;
  /** The result of the last refresh. */
  #isReady = false;
  #isLoggedAvailable = true;
  #refreshedAt = -Infinity;
  #isRefreshing = false;
  /** The database's state with which ClickHouse last agreed, and when. */
  #held = { state: "", at: -Infinity };

  constructor(options: StoreOptions) {
    this.#options = options;
    const { db, visible, today, cluster } = options;
    this.#writer = new StoreWriter(options);
    this.#sweeper = new StoreSweeper({ ...options.longRunning, cluster });
    this.#follower = new StoreFollower({ db, writer: this.#writer, sweeper: this.#sweeper, visible, today });
  }

  isReady(): boolean {
    // Without questions, nothing else would notice that ClickHouse is back.
    if (performance.now() - this.#refreshedAt > REFRESH_MS) void this.refresh();
    return this.#isReady && this.#options.isFresh();
  }

  waiting(): number {
    return this.#waiting;
  }

  /** Writes a committed change soon. The next question would wait for it in any case. */
  changed(tags: readonly string[]): void {
    if (tags.some((tag) => tag === "*" || tag.startsWith("profile:"))) void this.refresh();
  }

  /** Does nothing: changes are noted in the database, so none is missed without notifications. */
  listening(): void {}

  /** Catches up, and notes whether questions can be answered. */
  async refresh(): Promise<boolean> {
    if (this.#isRefreshing) return this.#isReady;
    this.#isRefreshing = true;
    try {
      await this.#prepare();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isRefreshing = false;
      this.#refreshedAt = performance.now();
    }
    return this.#isReady;
  }

  /**
   * One run of the background job. It creates and fills the tables, writes changed pipelines, writes those anew whose
   * facts depend on the day, and removes deleted ones.
   * @returns true if work is left for the next run
   */
  async work(): Promise<boolean> {
    const ending = performance.now() + JOB_MS;
    try {
      await this.#follower.deleteSuperseded();
      await this.#follower.open();
      await this.#follower.catchUp();
      const isMore = await this.#follower.fillAndAge(() => performance.now() > ending);
      await this.refresh();
      if (!isMore) await this.#clear();
      return isMore;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** A failure is only logged: answers do not depend on this. */
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
    if (isFilled && !(await this.#holdsEverything(state))) throw new StoreDiffers("ClickHouse holds something else.");
    this.#isReady = isFilled;
    this.#refreshedAt = performance.now();
    if (!isFilled) return;
    if (!this.#isLoggedAvailable) this.#options.log.info({}, "ClickHouse answers again");
    this.#isLoggedAvailable = true;
  }

  /** Do the tables contain every confirmed write? They may be lost, restored from a backup, or of another site. */
  async #holdsEverything(state: StoreState): Promise<boolean> {
    const { db } = this.#options;
    const known = `${state.mark} ${state.version} ${state.written}`;
    if (this.#held.state === known && performance.now() - this.#held.at < REFRESH_MS) return true;
    const at = performance.now();
    const found = await this.#writer.readState();
    // A write may have come in between.
    const isNewer = found !== undefined && found.version > state.version;
    if (!isExpectedState(found, isNewer ? await readStoreState(db) : state)) return false;
    this.#held = { state: known, at };
    return true;
  }

  async ask<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<Questions[C]["answer"]> {
    if (this.#waiting >= MOST_WAITING) throw new AppError("overloaded", { retryAfter: 1 });
    this.#waiting += 1;
    const abort = new AbortController();
    const timeout = Promise.withResolvers<never>();
    timeout.promise.catch(() => {});
    const timer = setTimeout(() => {
      timeout.reject(new AppError("overloaded", { retryAfter: 1 }));
      abort.abort();
    }, this.#options.questionMilliseconds ?? QUESTION_MS);
    try {
      const answer = this.#askNow(call, ask, abort.signal);
      return await (call === "verify" ? answer : Promise.race([answer, timeout.promise]));
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
    const { longRunning, visible, shown = visible, today } = this.#options;
    const catchUp = (): Promise<void> => this.#follower.catchUp();
    const { ask } = longRunning;
    return verifyStore({ ask, shown, catchUp, writer: this.#writer, sweeper: this.#sweeper, day: today() });
  }

  #refusal(error: unknown, call: Call): AppError {
    if (isUnreachable(error)) this.#fail(error);
    const refusal = toAppError(error);
    // Only this statement is wrong, so keep answering other questions.
    if (!isUnreachable(error) && refusal.code === "paths-not-ready" && refusal !== error)
      this.#options.log.warn({ reason: reasonOf(error), call }, "ClickHouse refused a question");
    return refusal;
  }

  #fail(error: unknown): void {
    this.#isReady = false;
    if (!this.#isLoggedAvailable) return;
    this.#isLoggedAvailable = false;
    // Log once, because every question fails while ClickHouse is unreachable.
    this.#options.log.warn(
      { reason: reasonOf(error) },
      "ClickHouse does not answer: no question about paths is answered until it is back",
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#options.client.close(), this.#options.longRunning.client.close()]);
  }
}
