import { createPathEngine } from "#features/path/pure/engine.ts";
import { monthNumber, toPathLine } from "#features/path/pure/line.ts";
import type { PathEngine } from "#features/path/pure/types.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { classify, titleName } from "#features/title/classify.ts";
import { askOneOfEach } from "./ask-one-of-each.ts";
import type { Call, Questions } from "#features/path/pure/calls.ts";

/** The source of the engine's pipelines: only what everybody may see of each person. */
export type VisibleProfiles = {
  /** All of them as of one moment, in batches. */
  all: (today: string) => AsyncIterable<PublicProfile[]>;
  /** Those of these ids that everybody may see now. */
  some: (ids: readonly string[], today: string) => Promise<PublicProfile[]>;
};

/** Answers of one generation that are kept; a repeated question then costs nothing. */
const MOST_KEPT_ANSWERS = 500;
/** Profiles that are read again by one query. */
const MOST_AT_ONCE = 500;
/** Differences that `verify` names. */
const MOST_DIFFERENCES = 50;

/** Keeps an engine up to date: fills it, follows changes, answers questions. */
export class EngineKeeper {
  readonly #profiles: VisibleProfiles;
  #engine: PathEngine;
  #today: string;
  /** Ids that changed during a complete reading, whose snapshot is older. They are read again. */
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
      const seen = new Set<string>();
      for await (const batch of this.#profiles.all(this.#today)) {
        for (const profile of batch) {
          seen.add(profile._id);
          if (!newer.has(profile._id)) this.#put(profile);
        }
      }
      for (const id of this.#engine.ids()) if (!seen.has(id) && !newer.has(id)) this.#engine.remove(id);
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

  /** Tells the engine which day it is: on a new day some roles have begun or ended although nobody saved anything. */
  async setToday(today: string): Promise<void> {
    if (today === this.#today) return;
    this.#today = today;
    this.#engine.setToday(monthNumber(today, false));
    await this.readSome(this.#engine.agingLines());
  }

  async answer<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<unknown> {
    if (call === "verify") return this.#verify();
    // A pipeline that comes with a question is private. It is neither stored nor compared in other questions.
    if (call === "similarTo") return this.#withPrints(this.#engine.similarTo(ask as Questions["similarTo"]["ask"]));
    if (this.#generation !== this.#engine.generation()) {
      this.#generation = this.#engine.generation();
      this.#kept.clear();
    }
    const key = JSON.stringify([call, ask]);
    if (this.#kept.has(key)) return this.#kept.get(key);
    const answer = this.#compute(call, ask);
    if (this.#kept.size >= MOST_KEPT_ANSWERS) this.#kept.clear();
    this.#kept.set(key, answer);
    return answer;
  }

  #compute(call: Call, ask: unknown): unknown {
    const engine = this.#engine;
    switch (call) {
      case "search": {
        const { route, page } = ask as Questions["search"]["ask"];
        return this.#withPrints(engine.search(route, page));
      }
      case "next":
        return engine.next(ask as Questions["next"]["ask"]);
      case "counts":
        return engine.counts(ask as Questions["counts"]["ask"]);
      case "times":
        return engine.times(ask as Questions["times"]["ask"]);
      case "routes":
        return this.#withPrints(engine.routes(ask as Questions["routes"]["ask"]));
      case "flow":
        return engine.flow(ask as Questions["flow"]["ask"]);
      case "company":
        return engine.company(ask as Questions["company"]["ask"]);
      case "school":
        return engine.school(ask as Questions["school"]["ask"]);
      case "titles":
        return engine.titles();
      case "title":
        return this.#withPrints(engine.title(ask as Questions["title"]["ask"]));
      case "similar":
        return this.#withPrints(engine.similar(ask as Questions["similar"]["ask"]));
      default:
        throw new RangeError(`The path engine has no answer to ${call}.`);
    }
  }

  #withPrints(answer: { lines: { profile: string }[] } | undefined): unknown {
    const engine = this.#engine;
    return (
      answer && { ...answer, lines: answer.lines.map((line) => ({ ...line, print: engine.printOf(line.profile) })) }
    );
  }

  /** Is this pipeline in the engine exactly as it is shown? */
  holds(profile: PublicProfile): boolean {
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

  #put(profile: PublicProfile): void {
    this.#engine.put(toPathLine(profile, { classify }));
  }
}
