import { FOLLOW_KINDS, type FollowKind } from "#core/follow-kind.ts";
import { isPublicId } from "#core/ids.ts";
import { inFives } from "#features/open-data/rules.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { classify } from "#features/title/classify.ts";

function add(to: Map<string, number>, keys: Iterable<string>, people = 1): void {
  for (const key of keys) to.set(key, (to.get(key) ?? 0) + people);
}

/** Keeps public people. Anonymous people are visible too, but weekly e-mails and feeds do not count them. */
export function publicOnes(profiles: readonly PublicProfile[]): PublicProfile[] {
  return profiles.filter((profile) => profile.visibility === "public" && !profile.anonymous);
}

/** Counts public people, each once for each thing. Uses only their public projections. */
export class WeeklyCounts {
  readonly #people: Readonly<Record<FollowKind, Map<string, number>>> = {
    company: new Map(),
    school: new Map(),
    title: new Map(),
    route: new Map(),
  };

  add(profile: PublicProfile): void {
    // If a company has no page, its `companyId` is the stop's own id. Skip those.
    const stops = profile.pipeline.filter((stop) => stop.companyId !== stop._id && isPublicId(stop.companyId));
    add(this.#people.company, new Set(stops.map((stop) => stop.companyId)));
    if (isPublicId(profile.school)) add(this.#people.school, [profile.school]);
    const roles = profile.pipeline.flatMap((stop) => stop.roles);
    add(this.#people.title, new Set(roles.map((role) => classify(role.title, role.kind).slug)));
  }

  /** Adds the people of one batch who took a route. Nobody may be in two batches. */
  addRoute(query: string, people: number): void {
    if (people > 0) add(this.#people.route, [query], people);
  }

  /** The numbers to publish: rounded down to fives, without numbers below five. */
  *shown(): Generator<{ kind: FollowKind; thing: string; people: number }> {
    for (const kind of FOLLOW_KINDS)
      for (const [thing, count] of this.#people[kind]) {
        const people = inFives(count);
        if (people !== null) yield { kind, thing, people };
      }
  }
}
