import { cpus, loadavg, totalmem } from "node:os";
import type { Figure, SizeResult } from "./figures.ts";

/** How much slower a read may be at the largest size than at the smallest. */
export const MOST_GROWTH = 1.5;
/** Milliseconds. A quicker read is left out of the section, unless it misses its target: nobody looks for it there. */
const LEAST_SHOWN = 5;

const LONGEST_REASON = 200;
const LONGEST_LINE = 119;

type Machine = { at: string; command: string; node: string; processors: string; memory: string; load: number };

/** @param command as it was typed */
export function describeMachine(command: string): Machine {
  const [first] = cpus();
  return {
    at: new Date().toISOString(),
    command,
    node: process.version,
    processors: `${cpus().length} × ${first?.model.trim() ?? "unknown"}`,
    memory: `${(totalmem() / 1_000_000_000).toFixed(0)} GB`,
    load: loadavg()[0] ?? 0,
  };
}

const count = (people: number): string => people.toLocaleString("en");

/** A table in Markdown as the formatter would write it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, n) => Math.max(3, ...escaped.map((row) => (row[n] ?? "").length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`;
  const [first = [], ...others] = escaped;
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}

/** The figures of each name at each size, in the order of the first size that has it. */
function byName(sizes: readonly SizeResult[]): { part: string; what: string; at: (Figure | undefined)[] }[] {
  // Weights and counts of elements stand in the names of some; they differ from site to site.
  const nameOf = ({ part, what }: Figure): string => `${part}: ${what.replace(/ \(.*\)|, \d+ elements/, "")}`;
  const names = [...new Set(sizes.flatMap(({ figures }) => figures.map(nameOf)))];
  return names.map((name) => {
    const [part = "", ...rest] = name.split(": ");
    const at = sizes.map(({ figures }) => figures.find((figure) => nameOf(figure) === name));
    return { part, what: rest.join(": "), at };
  });
}

type Growth = {
  part: string;
  what: string;
  p50: (number | undefined)[];
  ratio: number | undefined;
  /** The answer at the smallest and at the largest size. */
  kilobytes: [number | undefined, number | undefined];
};

/** Of every read the milliseconds at each size, and the largest size's against the smallest's. */
export function growthOf(sizes: readonly SizeResult[]): Growth[] {
  return byName(sizes)
    .filter(({ at }) => at.some((figure) => figure?.p50 !== undefined))
    .map(({ part, what, at }) => {
      const p50 = at.map((figure) => figure?.p50);
      const [first, last] = [p50[0], p50.at(-1)];
      const ratio = sizes.length < 2 || !first || last === undefined ? undefined : last / first;
      return { part, what, p50, ratio, kilobytes: [at[0]?.kilobytes, at.at(-1)?.kilobytes] };
    });
}

const shownAt = (figure: Figure | undefined): string =>
  figure === undefined ? "not measured" : figure.isMet === false ? `**${figure.shown}**` : figure.shown;

type Row = ReturnType<typeof byName>[number];

const isQuick = ({ at }: Row): boolean =>
  at.every((figure) => figure === undefined || (figure.p50 ?? LEAST_SHOWN) < LEAST_SHOWN) &&
  at.every((figure) => figure?.isMet !== false);

export function figureTable(sizes: readonly SizeResult[], rows: readonly Row[] = byName(sizes)): string {
  return table(
    ["part", "what", ...sizes.map(({ people }) => count(people)), "target"],
    rows.map(({ part, what, at }) => [
      part,
      what,
      ...at.map(shownAt),
      at.find((figure) => figure !== undefined)?.target ?? "",
    ]),
  );
}

export function growthTable(sizes: readonly SizeResult[], reads: readonly Growth[] = growthOf(sizes)): string {
  const milliseconds = (p50: number | undefined): string => (p50 === undefined ? "not measured" : p50.toFixed(1));
  const ratioText = (ratio: number | undefined): string => {
    if (ratio === undefined) return "";
    return ratio > MOST_GROWTH ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
  };
  const answerText = ([first, last]: Growth["kilobytes"]): string =>
    first === undefined || last === undefined ? "" : `${first.toFixed(1)} → ${last.toFixed(1)}`;
  return table(
    ["part", "read, p50 in ms", ...sizes.map(({ people }) => count(people)), "ratio", "target", "answer in kB"],
    reads.map(({ part, what, p50, ratio, kilobytes }) => [
      part,
      what,
      ...p50.map(milliseconds),
      ratioText(ratio),
      `≤ ${MOST_GROWTH}`,
      answerText(kilobytes),
    ]),
  );
}

function failureLines(sizes: readonly SizeResult[]): string[] {
  const rows = sizes.flatMap(({ people, failures }) =>
    failures.map(({ part, what, reason }) => [
      part,
      what,
      count(people),
      reason.replaceAll(/\s+/g, " ").slice(0, LONGEST_REASON),
    ]),
  );
  if (rows.length === 0) return [];
  return ["", "What could not be measured:", "", table(["part", "what", "people", "why"], rows)];
}

/** How many targets are met, of those that have one. */
export function countTargets(sizes: readonly SizeResult[]): {
  met: number;
  missed: number;
  grown: number;
  reads: number;
} {
  const judged = sizes.flatMap(({ figures }) => figures).filter(({ isMet }) => isMet !== undefined);
  const ratios = growthOf(sizes).flatMap(({ ratio }) => ratio ?? []);
  return {
    met: judged.filter(({ isMet }) => isMet).length,
    missed: judged.filter(({ isMet }) => !isMet).length,
    grown: ratios.filter((ratio) => ratio > MOST_GROWTH).length,
    reads: ratios.length,
  };
}

export type Run = { began: Machine; loadAfter: number; seconds: number; rounds: number; connections: number };

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > LONGEST_LINE) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function grownLines(sizes: readonly SizeResult[]): string[] {
  const grown = growthOf(sizes).filter(({ ratio }) => ratio !== undefined && ratio > MOST_GROWTH);
  if (grown.length === 0) return [];
  return [
    "",
    ...wrapped(
      `Reads whose median grows by more than ${MOST_GROWTH} × from the smallest to the largest size, with the size of their ` +
        "answers before compression: a longer list takes longer.",
    ),
    "",
    growthTable(sizes, grown),
  ];
}

export function sectionText(run: Run, sizes: readonly SizeResult[]): string {
  const { began, loadAfter, seconds, rounds, connections } = run;
  const { met, missed, grown, reads } = countTargets(sizes);
  const rows = byName(sizes);
  const shown = rows.filter((row) => !isQuick(row));
  return [
    ...wrapped(
      `${began.at.slice(0, 10)}, \`${began.command}\`, Node ${began.node}, ${began.processors}, ${began.memory}. Load at the ` +
        `start and at the end: ${began.load.toFixed(1)} and ${loadAfter.toFixed(1)}. A load above the number of processors ` +
        "means that other programs made the times longer.",
    ),
    "",
    ...wrapped(
      `Targets met: ${met}; missed: ${missed}, in bold. Reads that grow by more than ${MOST_GROWTH} ×: ${grown} of ${reads}. ` +
        `Each figure is the median of ${rounds} rounds. A read lasts ${seconds} s in all rounds together, or 100 requests a ` +
        `round, and shows p50 / p99. Answers per second are measured with ${connections} connections, ${seconds} s a round. ` +
        `Not shown: ${rows.length - shown.length} reads with a median below ${LEAST_SHOWN} ms at every size.`,
    ),
    "",
    figureTable(sizes, shown),
    ...grownLines(sizes),
    ...failureLines(sizes),
  ].join("\n");
}
