import type { RoleKind } from "#core/role-kind.ts";
import type { Level } from "#features/title/schema.ts";

/** The meaning of a phrase for the route. */
export type Meaning =
  | { is: "noise"; isWho?: true }
  /** The next step comes later, or earlier, than the one before. */
  | { is: "forward"; isTo?: boolean }
  | { is: "reverse"; isFrom?: boolean }
  | { is: "before" }
  | { is: "attach" }
  | { is: "next" }
  | { is: "first" }
  | { is: "now" }
  | { is: "same"; opens: boolean }
  | { is: "left" }
  | { is: "for" }
  /** After a limit, the next step comes earlier: "within 5 years of an internship". */
  | { is: "of" }
  | { is: "or" }
  | { is: "and" }
  | { is: "comma" }
  | { is: "above" }
  /** A negation. A route cannot ask for something that a person did not do. */
  | { is: "not" }
  /** Only understood beside a school or a country. */
  | { is: "schooling" }
  | { is: "kind"; kind: RoleKind; isVerb?: "reverse" | "forward" }
  | { is: "level"; level: Level };

export const MAX_PHRASE_WORDS = 5;

const KINDS: readonly (readonly [RoleKind, string])[] = [
  ["intern", "intern, interns, internship, internships, interned, interning, an intern"],
  ["co-op", "co op, co ops, coop, coops, apprentice, apprentices, apprenticeship, apprenticeships"],
  ["part-time", "part time, parttime, part timer, part timers"],
  ["full-time", "full time, fulltime, full timer, full timers, full time employee, full time employees"],
  [
    "contract",
    "contract, contractor, contractors, contracting, freelance, freelancer, freelancers, freelancing, self employed, self employment",
  ],
  [
    "founder",
    "founder, founders, co founder, co founders, cofounder, cofounders, startup founder, startup founders, entrepreneur, entrepreneurs, a startup founder, own company, own startup",
  ],
  [
    "research",
    "phd, phds, ph d, phd student, phd students, phd candidate, phd candidates, doctoral student, doctoral students, doctorate, postdoc, postdocs, doing a phd",
  ],
];

const LEVEL_WORDS: readonly (readonly [Level, string])[] = [
  ["junior", "junior, juniors, junior level"],
  ["mid", "mid level"],
  ["senior", "senior, seniors, senior level"],
  ["lead", "lead, leads, lead level"],
  ["staff", "staff, staff level"],
  ["principal", "principal, principals, principal level"],
  ["distinguished", "distinguished"],
  ["fellow", "fellow, fellows"],
  ["manager", "manager, managers, management"],
  ["director", "director, directors"],
  ["vp", "vp, vps, vice president, vice presidents"],
  ["executive", "executive, executives, c level, c suite"],
];

const WORDS: readonly (readonly [Meaning, string])[] = [
  [{ is: "noise", isWho: true }, "who, whose, that"],
  [{ is: "forward", isTo: true }, "to, ->, =>, >, →"],
  [
    { is: "forward" },
    "then, and then, became, become, becomes, becoming, joined, join, joins, joining, moved, move, moves, moving, went, " +
      "go, goes, going, gone, got, get, gets, getting, ended up, end up, ends up, ending up, turned, turned into, later, " +
      "afterwards, followed by, into, via, through, landed, transitioned, switched, transferred, went on, until, until they",
  ],
  [
    { is: "attach" },
    "went from, go from, goes from, going from, gone from, got from, get from, gets from, moved from, move from, moving from, " +
      "switched from, switch from, transitioned from, transferred from, promoted from, path from, way from, starting from",
  ],
  [
    { is: "reverse" },
    "after, following, who were, who was, who have been, who had been, that were, were, used to be, used to work, who used to, " +
      "formerly, previously, who came from, came from, come from, coming from, having been, who studied, who graduated, who did",
  ],
  [{ is: "reverse", isFrom: true }, "from, out of"],
  [{ is: "before" }, "before, prior to"],
  [{ is: "next" }, "straight, directly, direct, immediately, next, right, next stop, fresh, as their next stop"],
  [
    { is: "first" },
    "first job, first role, first stop, first position, first company, first job was, first role was, first stop was, first position was",
  ],
  [
    { is: "first" },
    "started, started out, starting, began, begun, started their career, began their career, started a career, start their career, started off",
  ],
  [{ is: "now" }, "now, right now, currently, today, still, these days, nowadays, at the moment"],
  [{ is: "same", opens: false }, "there, same company, the same company"],
  [{ is: "same", opens: true }, "came back, come back, back, returned, return, stayed, stay, went back"],
  [{ is: "left" }, "left, leave, leaves, leaving, quit, quitting"],
  [{ is: "for" }, "for"],
  [{ is: "of" }, "of"],
  [
    { is: "not" },
    "not, never, without, didn t, don t, doesn t, haven t, wasn t, weren t, no, except, excluding, exclude, excludes, other than, apart from, but not, neither, skipped, skipping",
  ],
  [{ is: "or" }, "or"],
  [{ is: "and" }, "and, &, as well as"],
  [{ is: "comma" }, ",, ;"],
  [{ is: "above" }, "or above, or higher, and above, or up, and up, and higher, or beyond"],
  [
    { is: "schooling" },
    "grad, grads, graduate, graduates, graduated, graduating, graduation, alumni, alumnus, alumna, alum, alums, student, students, " +
      "studied, study, studying, school, schools, university, universities, college, new grad, new grads, new graduate, " +
      "new graduates, recent grad, recent grads, recent graduate, recent graduates",
  ],
  [{ is: "kind", kind: "intern", isVerb: "reverse" }, "who interned, that interned"],
  [
    { is: "kind", kind: "founder", isVerb: "forward" },
    "start a company, started a company, starting a company, start a startup, started a startup, founded, founded a company, " +
      "founded a startup, found a company, founding a company, co founded, cofounded, start companies, started companies, " +
      "started their own company, start their own company, started their own startup, founded their own company, start my own company",
  ],
  [
    { is: "noise" },
    "how, do, does, did, doing, done, people, person, someone, somebody, anyone, anybody, everyone, everybody, folks, those, " +
      "which, what, where, when, why, is, are, am, be, been, being, was, the, a, an, in, on, at, as, with, by, their, his, her, " +
      "they, them, he, she, it, its, i, me, my, we, our, you, your, show, find, list, give, tell, please, can, could, would, will, has, " +
      "have, had, having, want, wants, wanted, like, look, looking, search, see, career, careers, path, paths, route, routes, pipeline, " +
      "pipelines, line, lines, way, ways, journey, journeys, job, jobs, role, roles, position, positions, stop, stops, work, works, " +
      "worked, working, employed, hired, employee, employees, long, take, takes, took, taken, time, all, any, some, other, others, " +
      "former, ex, just, also, ever, both, between, s, experience, background, possible, starting at, this, these, first, spent, make, made, " +
      "makes, up, there are, is there, are there, possible to, so, took them, whom, if, anyone who, i m, i ve, i d, we re",
  ],
];

function phrasesOf(text: string): string[] {
  return text === ",, ;" ? [",", ";"] : text.split(",").map((phrase) => phrase.trim());
}

/** Meanings by folded phrase. If a phrase is in several lists, the first one counts. */
export const VOCABULARY: ReadonlyMap<string, Meaning> = new Map(
  [
    ...WORDS.flatMap(([meaning, text]) => phrasesOf(text).map((phrase): [string, Meaning] => [phrase, meaning])),
    ...LEVEL_WORDS.flatMap(([level, text]) =>
      phrasesOf(text).map((phrase): [string, Meaning] => [phrase, { is: "level", level }]),
    ),
    ...KINDS.flatMap(([kind, text]) =>
      phrasesOf(text).map((phrase): [string, Meaning] => [phrase, { is: "kind", kind }]),
    ),
  ].toReversed(),
);
