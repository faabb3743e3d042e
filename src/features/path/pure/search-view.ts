import type { PublicProfile } from "#features/profile/schema.ts";
import type { Mistake } from "./query/step.ts";
import type { SearchAnswer } from "./types.ts";
import type { TitleAnswer } from "./title-types.ts";

export type PathLineView = {
  profile: PublicProfile;
  matched: { entry: string; position: number }[];
  months: number | null;
};
type PathSearch = Omit<SearchAnswer, "lines" | "looser" | "nextCursor"> & {
  lines: PathLineView[];
  looser: { query: string; people: number; change: string }[];
};
/** A route's answer and the next page's cursor, or the mistakes in the question. */
export type PathSearchRead = { answer: PathSearch; nextCursor: string | null } | { mistakes: Mistake[] };

/** A mistake as a sentence, with the nearest names where a name is unknown. */
export function mistakeText({ message, nearest }: Mistake): string {
  return nearest && nearest.length > 0 ? `${message} Did you mean ${nearest.join(", ")}?` : message;
}

/** A title's answer with its people's profiles. */
export type TitleRead = Omit<TitleAnswer, "lines"> & { lines: PathLineView[] };
