/**
 * Answers from ratings: the faces people give a company, and whether they rate it worse, the same or better than the
 * stop before or after it. Batches publish each answer as a separate number (rules.ts). This file decides what is
 * shown.
 */

/** A company's faces, or one side of its moves, are shown from this many people on. */
const MIN_ANSWERS = 20;
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

/** `came-better` of the kind `hidden-came-better`; undefined for a kind that is not an answer. */
function answerOf(kind: string): string | undefined {
  return ANSWER.exec(kind)?.[1];
}

export function isAnswer(kind: string): boolean {
  return answerOf(kind) !== undefined;
}

const isHidden = (kind: string): boolean => kind.startsWith("hidden-");

/** A number is published in multiples of this: `k`, for answers 5, for hidden people's answers `k` rounded up to fives. */
export function stepOf(kind: string, k: number): number {
  if (!isAnswer(kind)) return k;
  return isHidden(kind) ? Math.ceil(k / ANSWER_STEP) * ANSWER_STEP : ANSWER_STEP;
}

/** A published answer: how many people were behind it, and the number shown. */
export type PublishedAnswer = { kind: string; members: number; people: number };
type MoveAnswers = { worse: number; same: number; better: number };
export type ShownAnswers = {
  happier: { cameHere: MoveAnswers | null; leftHere: MoveAnswers | null } | null;
  /** People by the face they give, worst first. */
  faces: [number, number, number, number, number] | null;
};

/** Counts people by answer. Hidden people count only if enough of them gave the same answer. */
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

/** What is shown of a company's answers. It changes only with published numbers, so never because of one person. */
export function showAnswers(published: readonly PublishedAnswer[]): ShownAnswers {
  const [cameHere, leftHere] = [movesOf(published, "came"), movesOf(published, "left")];
  const face = countsOf(published, "face");
  return {
    happier: cameHere || leftHere ? { cameHere, leftHere } : null,
    faces: face && [face("1"), face("2"), face("3"), face("4"), face("5")],
  };
}
