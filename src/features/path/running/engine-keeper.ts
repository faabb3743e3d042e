import { createPathEngine } from "#features/path/pure/engine.ts";
import { monthNumber, toPathLine } from "#features/path/pure/line.ts";
import type { PathEngine } from "#features/path/pure/types.ts";
import type { PublicLine, PublicProfile } from "#features/profile/schema.ts";
import { classify, titleName } from "#features/title/classify.ts";
import { askOneOfEach } from "./ask-one-of-each.ts";
import { KeptTexts, type KeptText } from "./kept-texts.ts";
import type { Call, LargeCall, Questions } from "#features/path/pure/calls.ts";

type Shown = PublicLine | PublicProfile;

/** The source of the engine's pipelines: only what everybody may see of each person. */
export type VisibleProfiles = {
  /** All of them as of one moment, in batches. */
  all: (today: string) => AsyncIterable<Iterable<Shown>>;
  /** Those of these ids that everybody may see now. */
  some: (ids: readonly string[], today: string) => Promise<readonly Shown[]>;
};

type CachedCall = Exclude<Call, "verify" | "similarTo">;

/** How many answers are kept until the next change of a line. Large ones are kept apart (KeptTexts). */
const MOST_KEPT_ANSWERS = 500;
/** Profiles that are read again by one query. */
const MOST_AT_ONCE = 500;
/** Differences that `verify` lists. */
const MOST_DIFFERENCES = 50;

/** Keeps an engine up to date: fills it, follows changes, answers questions. */
export class EngineKeeper {
  readonly #profiles: VisibleProfiles;
  #engine: PathEngine;
  #today: string;
  /** Ids that changed during a complete reading. Its snapshot is older, so their profiles from it are ignored. */
  #newer: Set<string> | undefined;
  #generation = -1;
  readonly #kept = new Map<string, unknown>();
  readonly #texts = new KeptTexts();

  constructor(profiles: VisibleProfiles, today: string) {
    this.#profiles = profiles;
    this.#today = today;
    this.#engine = createPathEngine({ today: monthNumber(today, false), nameOfTitle: titleName });
  }

  /** Reads every visible pipeline again, and drops those that are gone; questions are answered meanwhile. */
  async readAll(): Promise<number> {
    const newer = new Set<string>();
    this.#newer = newer;
    this.#engine.beginReading();
    try {
      let day = this.#today;
      for await (const batch of this.#profiles.all(day))
        for (const profile of batch) if (!newer.has(profile._id)) this.#put(profile);
      // A new day began meanwhile. Its own reading missed those who were put after it.
      while (day !== this.#today) {
        day = this.#today;
        const aging = this.#engine.agingLines().filter((id) => !newer.has(id));
        await this.#read(aging, newer);
      }
      for (const id of this.#engine.endReading()) if (!newer.has(id)) this.#engine.remove(id);
    } finally {
      this.#newer = undefined;
      this.#engine.endReading();
    }
    askOneOfEach(this.#engine);
    return this.#engine.size();
  }

  /** Reads these profiles again. Adds visible people and removes the others. */
  async readSome(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#newer?.add(id);
    await this.#read(ids);
  }

  /** @param newer those who are read elsewhere, later than here */
  async #read(ids: readonly string[], newer: ReadonlySet<string> = new Set()): Promise<void> {
    // In batches, because a new day may change more of them than one query can name.
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const some = ids.slice(at, at + MOST_AT_ONCE);
      const found = await this.#profiles.some(some, this.#today);
      const visible = new Set(found.map((profile) => profile._id));
      for (const profile of found) if (!newer.has(profile._id)) this.#put(profile);
      for (const id of some) if (!visible.has(id) && !newer.has(id)) this.#engine.remove(id);
    }
  }

  /** Drops these profiles until everything is read again: one that could not be read may have been hidden. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#engine.remove(id);
  }

  /** Sets the engine's day. On a new day some roles have begun or ended although nobody saved. */
  async setToday(today: string): Promise<void> {
    if (today === this.#today) return;
    this.#today = today;
    this.#engine.setToday(monthNumber(today, false));
    await this.readSome(this.#engine.agingLines());
  }

  async answer<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<unknown> {
    if (call === "verify") return this.#verify();
    // A pipeline that comes with a question is private, so its answer is not cached.
    if (call === "similarTo")
      return this.#withFingerprints(this.#engine.similarTo(ask as Questions["similarTo"]["ask"]));
    this.#forgetOutdated();
    const key = JSON.stringify([call, ask]);
    if (this.#kept.has(key)) return this.#kept.get(key);
    const answer = this.#compute(call as CachedCall, ask as never);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MOST_KEPT_ANSWERS) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(key, answer);
    return answer;
  }

  /** A large answer as JSON; undefined where there is none. */
  text<C extends LargeCall>(call: C, ask: Questions[C]["ask"]): KeptText | undefined {
    this.#forgetOutdated();
    const key = JSON.stringify([call, ask]);
    const kept = this.#texts.get(key);
    if (kept) return kept;
    const answer = this.#compute(call, ask);
    return answer === undefined ? undefined : this.#texts.keep(key, answer);
  }

  #forgetOutdated(): void {
    if (this.#generation === this.#engine.generation()) return;
    this.#generation = this.#engine.generation();
    this.#kept.clear();
    this.#texts.clear();
  }

  #compute<C extends CachedCall>(call: C, ask: Questions[C]["ask"]): object | undefined {
    const engine = this.#engine;
    const answers: { [K in CachedCall]: (given: Questions[K]["ask"]) => object | undefined } = {
      search: ({ route, page }) => this.#withFingerprints(engine.search(route, page)),
      next: (route) => engine.next(route),
      counts: (routes) => engine.counts(routes),
      times: (route) => engine.times(route),
      routes: (question) => this.#withFingerprints(engine.routes(question)),
      flow: (question) => engine.flow(question),
      company: (question) => engine.company(question),
      school: (question) => engine.school(question),
      titles: () => engine.titles(),
      title: (slug) => this.#withFingerprints(engine.title(slug)),
      similar: (id) => this.#withFingerprints(engine.similar(id)),
    };
    return answers[call](ask);
  }

  #withFingerprints(answer: { lines: { profile: string }[] } | undefined): object | undefined {
    const engine = this.#engine;
    return (
      answer && {
        ...answer,
        lines: answer.lines.map((line) => ({ ...line, fingerprint: engine.fingerprintOf(line.profile) })),
      }
    );
  }

  /** Does the engine contain exactly this pipeline? */
  holds(profile: Shown): boolean {
    return this.#engine.holds(toPathLine(profile, { classify }));
  }

  ids(): string[] {
    return this.#engine.ids();
  }

  /** Compares the engine with the database, pipeline by pipeline. */
  async #verify(): Promise<Questions["verify"]["answer"]> {
    const differences: string[] = [];
    const seen = new Set<string>();
    for await (const batch of this.#profiles.all(this.#today)) {
      for (const profile of batch) {
        seen.add(profile._id);
        if (!this.holds(profile)) differences.push(profile._id);
      }
    }
    for (const id of this.#engine.ids()) if (!seen.has(id)) differences.push(id);
    return { lines: seen.size, differences: differences.slice(0, MOST_DIFFERENCES) };
  }

  #put(profile: Shown): void {
    this.#engine.put(toPathLine(profile, { classify }));
  }
}
