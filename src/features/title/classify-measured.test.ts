import { describe, expect, it } from "vitest";
import { CLASSED_TITLES, HELD_OUT_CLASSED_TITLES, type ClassedTitle } from "#tests/helpers/classed-titles.ts";
import { classify } from "./classify.ts";
import { inferKind } from "./kind.ts";
import { FAMILIES, LEVELS } from "./schema.ts";

type Judged = ClassedTitle & { guess: { family: string; level: string } };
type Score = { name: string; titles: number; precision: number; recall: number };

function judge(titles: readonly ClassedTitle[]): Judged[] {
  return titles.map((one) => ({ ...one, guess: classify(one.title, inferKind(one.title)) }));
}

function scoresOf(judged: readonly Judged[], part: "family" | "level", names: readonly string[]): Score[] {
  return names
    .map((name) => {
      const [said, meant] = [
        judged.filter(({ guess }) => guess[part] === name),
        judged.filter((one) => one[part] === name),
      ];
      const both = said.filter((one) => one[part] === name).length;
      return {
        name,
        titles: meant.length,
        precision: both / Math.max(1, said.length),
        recall: both / Math.max(1, meant.length),
      };
    })
    .filter(({ titles: count }) => count > 0);
}

function shareRight(judged: readonly Judged[], part: "family" | "level"): number {
  return judged.filter((one) => one.guess[part] === one[part]).length / judged.length;
}

function print(name: string, judged: readonly Judged[]): void {
  const lines = [...scoresOf(judged, "family", FAMILIES), ...scoresOf(judged, "level", LEVELS)].map(
    (one) =>
      `  ${one.name.padEnd(17)} ${String(one.titles).padStart(4)} titles  precision ${one.precision.toFixed(2)}  recall ${one.recall.toFixed(2)}`,
  );
  const [family, level] = [shareRight(judged, "family"), shareRight(judged, "level")];
  process.stdout.write(
    `${name}: ${judged.length} titles, family ${(family * 100).toFixed(1)} % right, level ${(level * 100).toFixed(1)} % right\n${lines.join("\n")}\n`,
  );
}

function wrong(judged: readonly Judged[]): string[] {
  return judged
    .filter((one) => one.guess.family !== one.family || one.guess.level !== one.level)
    .map((one) => `${one.title}: ${one.guess.level}-${one.guess.family}, not ${one.level}-${one.family}`);
}

describe("families and levels read from titles", () => {
  it("are right on the titles the rules were made with", () => {
    const judged = judge(CLASSED_TITLES);
    print("Labelled", judged);
    expect(CLASSED_TITLES.length).toBeGreaterThanOrEqual(200);
    process.stdout.write(`${wrong(judged).join("\n")}\n`);
    expect(shareRight(judged, "family")).toBeGreaterThanOrEqual(0.97);
    expect(shareRight(judged, "level")).toBeGreaterThanOrEqual(0.97);
  });

  it("are mostly right on titles the rules have not seen", () => {
    const judged = judge(HELD_OUT_CLASSED_TITLES);
    print("Held out", judged);
    expect(HELD_OUT_CLASSED_TITLES.length).toBeGreaterThanOrEqual(200);
    expect(shareRight(judged, "family")).toBeGreaterThanOrEqual(0.95);
    expect(shareRight(judged, "level")).toBeGreaterThanOrEqual(0.95);
  });

  it("are labelled once", () => {
    const titles = [...CLASSED_TITLES, ...HELD_OUT_CLASSED_TITLES].map(({ title }) => title.toLowerCase());
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });
});
