/**
 * Limits of questions and answers. The limits of answers keep each answer small; people beyond them are counted in
 * `others`.
 */

/** Figures that combine facts are shown from this many people on. */
export const SHOWN_FROM_PEOPLE = 5;
export const MOST_STEPS = 8;
export const MOST_HOPS = 3;
export const MOST_LOOSER_ROUTES = 5;
export const DEFAULT_LINES = 12;
export const MOST_LINES = 48;
export const SIMILAR_LINES = 24;
/** The most rows of a table, nodes of a hop and routes of an answer. People beyond them are in `others`. */
export const MOST_ROWS = 100;
/** The most people whose times are drawn one by one. */
export const MOST_TIMES = 240;
/**
 * The most people in an answer about ways or flows without a company or school. More would keep the engine busy for
 * longer than a tenth of a second, and say little.
 */
export const MOST_OF_EVERYBODY = 120_000;
/** The most candidates in each group for another step. */
export const MOST_CANDIDATES = 50;

/** Ids of nodes that are no company. */
export const NODE_START = "start";
export const NODE_STRAIGHT = "straight";
export const NODE_STAYED = "stayed";
export const NODE_OTHER = "other";

/** The most facets of one step, alternatives included. */
export const MOST_FACETS = 20;
/** The longest limit between two steps: a hundred years. */
export const LONGEST_LIMIT_MONTHS = 1_200;
/** Known names that are suggested for an unknown one. */
export const NEAREST_NAMES = 3;
