import { IdSet } from "#features/path/pure/columns/id-set.ts";
import { createPathEngine } from "#features/path/pure/engine.ts";
import { monthNumber, toPathLine } from "#features/path/pure/line.ts";
import type { PathEngine } from "#features/path/pure/types.ts";
import type { PublicLine, PublicProfile } from "#features/profile/schema.ts";
import { classify, titleName } from "#features/title/classify.ts";
import { askOneOfEach } from "./ask-one-of-each.ts";
import type { Call, Questions } from "#features/path/pure/calls.ts";

type Shown = PublicLine | PublicProfile;

/** The source of the engine's pipelines: only what everybody may see of each person. */
export type VisibleProfiles = {
  /** All of them as of one moment, in batches. */
  all: (today: string) => AsyncIterable<Iterable<Shown>>;
  /** Those of these ids that everybody may see now. */
  some: (ids: readonly string[], today: string) => Promise<readonly Shown[]>;
};

type CachedCall = Exclude<Call, "verify" | "similarTo">;

/** Answers of one generation that are cached. */
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

  constructor(profiles: VisibleProfiles, today: string) {
    this.#profiles = profiles;
    this.#today = today;
    this.#engine = createPathEngine({ today: monthNumber(today, false), nameOfTitle: titleName });
  }

  /** Reads every visible pipeline again, and drops those that are gone; questions are answered meanwhile. */
  async readAll(): Promise<number> {
    const newer = new Set<string>();
    this.#newer = newer;
    try {
      // At the start nobody can be gone, and noting each person's id would add a tenth to the work.
      const seen = this.#engine.size() === 0 ? undefined : new IdSet();
      for await (const batch of this.#profiles.all(this.#today)) {
        for (const profile of batch) {
          if (!newer.has(profile._id)) this.#put(profile);
          seen?.add(profile._id);
        }
      }
      const gone = seen ? this.#engine.ids((id) => !seen.has(id) && !newer.has(id)) : [];
      for (const id of gone) this.#engine.remove(id);
    } finally {
      this.#newer = undefined;
    }
    askOneOfEach(this.#engine);
    return this.#engine.size();
  }

  /** Reads these profiles again. Adds visible people and removes the others. */
  async readSome(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#newer?.add(id);
    // In batches, because a new day may change more of them than one query can name.
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const some = ids.slice(at, at + MOST_AT_ONCE);
      const found = await this.#profiles.some(some, this.#today);
      const visible = new Set(found.map((profile) => profile._id));
      for (const profile of found) this.#put(profile);
      for (const id of some) if (!visible.has(id)) this.#engine.remove(id);
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
    if (this.#generation !== this.#engine.generation()) {
      this.#generation = this.#engine.generation();
      this.#kept.clear();
    }
    const key = JSON.stringify([call, ask]);
    if (this.#kept.has(key)) return this.#kept.get(key);
    const answer = this.#compute(call as CachedCall, ask as never);
    if (this.#kept.size >= MOST_KEPT_ANSWERS) this.#kept.clear();
    this.#kept.set(key, answer);
    return answer;
  }

  #compute<C extends CachedCall>(call: C, ask: Questions[C]["ask"]): unknown {
    const engine = this.#engine;
    const answers: { [K in CachedCall]: (given: Questions[K]["ask"]) => unknown } = {
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

  #withFingerprints(answer: { lines: { profile: string }[] } | undefined): unknown {
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
