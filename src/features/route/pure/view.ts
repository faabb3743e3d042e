import type { Count, InternedFirst, Link, Spread } from "#features/path/pure/types.ts";
import type { PathLineView } from "#features/path/pure/search-view.ts";
import type { FormRow } from "./form-rows.ts";
import type { Look } from "./look.ts";
import type { LoosePart, Piece } from "./loose-words.ts";
import type { RouteText, Tidied } from "./route-text.ts";

/** A step as the builder shows it. `people` after this step; undefined if they were not counted. */
export type StepView = Look & { stop: string; people: Count | undefined };

export type LooserView = {
  href: string;
  people: number;
  words: Piece[];
  parts: { steps: LoosePart[]; links: LoosePart[] };
};

export type RouteAnswerView = {
  people: Count;
  fewerThan: 5 | null;
  months: Spread;
  internedFirst: InternedFirst;
  stopsBetween: Spread;
  /** Only on the server: the loader draws them, and the page gets the drawing instead. */
  lines?: PathLineView[] | undefined;
  looser: LooserView[];
  nextCursor: string | null;
};

export type RouteView = {
  text: RouteText;
  steps: StepView[];
  links: Link[];
  notice: Tidied["notice"];
  mistakes: { place: string; text: string }[];
  /** The route as rows of the plain form. */
  rows: FormRow[];
  /** Name of the school of the filter, '' without one. */
  schoolName: string;
  answer: RouteAnswerView | undefined;
  /** Whose pipelines are counted; absent without an answer. Written by the server, so that the page needs no script. */
  counted?: string;
  /** Months of each person, if there are few enough to draw them one by one. Only on the server, like `lines`. */
  times?: number[];
  /** `start`: no stop yet. */
  state: "answer" | "start" | "mistaken" | "not-ready";
};

/** A step that can be added, or can replace a step. */
export type Choice = {
  group: "level" | "title" | "company" | "school";
  stop: string;
  look: Look;
  people: number;
  href: string;
};

/** The place of a choice: a new first or last step, or the step to replace. */
export type Place = { at: "start" | "end" } | { change: number };

export type ChoicesView = {
  title: string;
  /** The link before the new step, as in `then`; undefined if there is no link. */
  link: string | undefined;
  as: "" | "intern" | "full-time";
  text: string;
  choices: Choice[];
  state: "answer" | "not-ready";
};

/** The content of the builder's open menu. */
export type Popover =
  | { of: "years" }
  | { of: "country" | "school" | "title"; rows: { name: string; people: number; href: string }[] }
  | {
      of: "link";
      at: number;
      words: { word: "next" | "any"; href: string; people: Count; isOn: boolean }[];
      limits: { months: number | undefined; href: string; isOn: boolean }[];
    };
