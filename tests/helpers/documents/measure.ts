import { keyOf } from "#core/text.ts";
import type { KnownDate, Position, ReadResult } from "#features/import/rules.ts";
import type { MadeJob, MadePerson } from "./people.ts";
import type { Way } from "./resume-texts.ts";

/** Measures how many of a person's jobs a reader found, and how many facts are wrong. */

export type Measure = {
  jobs: number;
  found: number;
  ticked: number;
  wrong: number;
  missed: string[];
  mistaken: string[];
};

const two = (value: number): string => String(value).padStart(2, "0");

/** A date as the file shows it. */
function truth(date: MadeJob["start"] | "now", way: Way): string {
  if (date === undefined) return "";
  if (date === "now") return "now";
  return way === "years" ? String(date[0]) : `${date[0]}-${two(date[1])}`;
}

function read(known: KnownDate | undefined): string {
  return known ? known.date.slice(0, known.precision === "year" ? 4 : 7) : "";
}

function keysOf(person: MadePerson, way: Way): string[] {
  return person.jobs.map((job) =>
    keyOf([job.company, job.title, truth(job.start, way), truth(job.end, way)].join(" | ")),
  );
}

function keyOfPosition({ company, title, start, end, isCurrent }: Position): string {
  return keyOf([company, title, read(start), isCurrent ? "now" : read(end)].join(" | "));
}

/** Would the review tick this row? It must be complete and certain. */
function isTicked({ company, title, start, end, isCurrent, doubt }: Position): boolean {
  return (
    company !== "" && title !== "" && start !== undefined && (end !== undefined || isCurrent) && doubt === undefined
  );
}

export function measure(name: string, person: MadePerson, { positions }: ReadResult, way: Way): Measure {
  const keys = keysOf(person, way);
  const left = positions.map(keyOfPosition);
  const missed = keys.filter((key) => {
    const at = left.indexOf(key);
    if (at === -1) return true;
    left[at] = "";
    return false;
  });
  const ticked = positions.filter(isTicked);
  // A result that is less precise than the text and says so is not wrong.
  const isTrue = (key: string): boolean => {
    const parts = key.split(" | ");
    return keys.some((one) =>
      one
        .split(" | ")
        .every(
          (part, at) =>
            part === parts[at] || (at > 1 && /^\d{4}$/.test(parts[at] ?? "") && part.startsWith(parts[at] ?? "")),
        ),
    );
  };
  const mistaken = ticked.map(keyOfPosition).filter((key) => !isTrue(key));
  const said = (key: string): string => `${name}: ${key}`;
  return {
    jobs: keys.length,
    found: keys.length - missed.length,
    ticked: ticked.length,
    wrong: mistaken.length,
    missed: missed.map(said),
    mistaken: mistaken.map(said),
  };
}

export function sum(all: readonly Measure[]): Measure {
  const add = (of: (one: Measure) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    jobs: add(({ jobs }) => jobs),
    found: add(({ found }) => found),
    ticked: add(({ ticked }) => ticked),
    wrong: add(({ wrong }) => wrong),
    missed: all.flatMap(({ missed }) => missed),
    mistaken: all.flatMap(({ mistaken }) => mistaken),
  };
}
