/**
 * What ratings answer, and what of it is told: the faces people give a company, and whether they rate it worse, the same
 * or better than the stop before or after it. Each answer is a number of its own that batches publish (rules.ts).
 */

/** People behind a company's faces, or one side of its moves, before anything of it is told. */
export const MIN_ANSWERS = 20;
/** Each answer is published in whole multiples of this. */
export const ANSWER_STEP = 5;

export const ANSWERS = [
  "face-1",
  "face-2",
  "face-3",
  "face-4",
  "face-5",
  "came-worse",
  "came-same",
  "came-better",
  "left-worse",
  "left-same",
  "left-better",
] as const;

const ANSWER = /^(?:(?:hidden|demo)-)?((?:came|left|face)-\w+)$/;

/** `came-better` of the kind `hidden-came-better`; undefined for a kind that is no answer. */
function answerOf(kind: string): string | undefined {
  return ANSWER.exec(kind)?.[1];
}

export function isAnswer(kind: string): boolean {
  return answerOf(kind) !== undefined;
}

const isHidden = (kind: string): boolean => kind.startsWith("hidden-");

/** In what multiples a number is published: `k`, and answers in fives, hidden people's from `k` of them on. */
export function stepOf(kind: string, k: number): number {
  if (!isAnswer(kind)) return k;
  return isHidden(kind) ? Math.ceil(k / ANSWER_STEP) * ANSWER_STEP : ANSWER_STEP;
}

/** An answer as it was last published: how many people were behind it, and what is shown. */
export type PublishedAnswer = { kind: string; members: number; people: number };
export type MoveAnswers = { worse: number; same: number; better: number };
export type ToldAnswers = {
  happier: { cameHere: MoveAnswers | null; leftHere: MoveAnswers | null } | null;
  /** People by the face they give, worst first. */
  faces: [number, number, number, number, number] | null;
};

/** People by these answers, of those who count: hidden ones only where enough of them answer alike. */
function countsOf(published: readonly PublishedAnswer[], prefix: string): ((answer: string) => number) | null {
  const counting = published.filter(
    ({ kind, people }) => answerOf(kind)?.startsWith(`${prefix}-`) && (people > 0 || !isHidden(kind)),
  );
  if (counting.reduce((sum, { members }) => sum + members, 0) < MIN_ANSWERS) return null;
  return (answer) =>
    counting.reduce((sum, { kind, people }) => sum + (answerOf(kind) === `${prefix}-${answer}` ? people : 0), 0);
}

function movesOf(published: readonly PublishedAnswer[], side: "came" | "left"): MoveAnswers | null {
  const count = countsOf(published, side);
  if (!count) return null;
  return { worse: count("worse"), same: count("same"), better: count("better") };
}

/** What is told of a company's answers. All of it moves with what is published, and so for nobody alone. */
export function tellAnswers(published: readonly PublishedAnswer[]): ToldAnswers {
  const [cameHere, leftHere] = [movesOf(published, "came"), movesOf(published, "left")];
  const face = countsOf(published, "face");
  return {
    happier: cameHere || leftHere ? { cameHere, leftHere } : null,
    faces: face && [face("1"), face("2"), face("3"), face("4"), face("5")],
  };
}
