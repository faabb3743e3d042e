import { lengthWords } from "#core/number-text.ts";
import type { Link, Route, RouteChange } from "#features/path/pure/types.ts";
import { levelOrAbove } from "#features/path/pure/level-name.ts";
import type { Look } from "./look.ts";

/** A piece of a sentence; `isQuoted` marks the changed part. */
export type Piece = { text: string; isQuoted: boolean };

const said = (text: string): Piece => ({ text, isQuoted: false });
const quoted = (text: string): Piece => ({ text, isQuoted: true });

function limitWords(link: Link | undefined): string {
  return link?.limit === null || link === undefined ? "the time limit" : `within ${lengthWords(link.limit)}`;
}

function filterPiece(filter: (RouteChange & { kind: "drop-filter" })["filter"], { since, until }: Route): Piece {
  switch (filter) {
    case "country":
    case "school":
      return said(`the ${filter}`);
    case "since":
      return quoted(`since ${since}`);
    case "until":
      return quoted(`until ${until}`);
  }
}

function oneChange(change: RouteChange, route: Route, looks: readonly Look[]): Piece[] {
  const nameOf = (step: number): string => looks[step]?.name ?? "";
  switch (change.kind) {
    case "any-stops":
      return [
        said("if "),
        quoted("next stop"),
        said(` before ${nameOf(change.link + 1)} becomes `),
        quoted("any stops"),
      ];
    case "drop-limit":
      return [said("without "), quoted(limitWords(route.links[change.link]))];
    case "lower-level":
      return [said("if "), quoted(levelOrAbove(change.from)), said(" becomes "), quoted(levelOrAbove(change.to))];
    case "drop-step":
      return [said(`without ${looks[change.step]?.ring === "i" ? "the internship at " : ""}${nameOf(change.step)}`)];
    case "drop-kinds":
      return [said(`if ${nameOf(change.step)} is any kind of role`)];
    case "drop-school":
      return [said("from any school")];
    case "drop-filter":
      return [said("without "), filterPiece(change.filter, route)];
  }
}

/** The changes of a looser route as a sentence. */
export function looseWords(changes: readonly RouteChange[], route: Route, looks: readonly Look[]): Piece[] {
  return changes.flatMap((change, index) => [
    ...(index === 0 ? [] : [said(index === changes.length - 1 ? ", and " : ", ")]),
    ...oneChange(change, route, looks),
  ]);
}

/** A step or link of the asked route within a looser one. "freed": only its limit was removed. */
export type LoosePart = { is: "same" | "changed" | "freed" | "gone" };

/** What a looser route changes in steps and links, for its small drawing. */
export function looseParts(changes: readonly RouteChange[], route: Route): { steps: LoosePart[]; links: LoosePart[] } {
  const steps = route.steps.map((): LoosePart => ({ is: "same" }));
  const links = route.links.map((): LoosePart => ({ is: "same" }));
  const mark = (parts: LoosePart[], at: number, is: LoosePart["is"]): void => {
    if (parts[at]) parts[at] = { is };
  };
  for (const change of changes) {
    if (change.kind === "any-stops") mark(links, change.link, "changed");
    if (change.kind === "drop-limit" && links[change.link]?.is === "same") mark(links, change.link, "freed");
    if (change.kind === "lower-level" || change.kind === "drop-kinds") mark(steps, change.step, "changed");
    if (change.kind === "drop-school") mark(steps, 0, "gone");
    if (change.kind === "drop-step") {
      mark(steps, change.step, "gone");
      mark(links, change.step - 1, "changed");
      mark(links, change.step, "changed");
    }
  }
  return { steps, links };
}
