import type { PublicProfile } from "#features/profile/schema.ts";
import { amountText } from "#core/number-text.ts";
import type { ShareLevel } from "#core/share-level.ts";

export const LEVEL_WORDS: Readonly<Record<ShareLevel, { name: string; about: string }>> = {
  everything: { name: "Everything", about: "Name, picture, companies, titles, months and ratings." },
  "no-name": { name: "No name", about: "Anonymous, Somewhere. Companies, titles and years stay." },
  "only-line": { name: "Only the line", about: "Companies in order. No name, titles, dates or ratings." },
};

/** Lists what others see at a level, and what they do not see. */
export function seenAt(profile: PublicProfile, level: ShareLevel): { text: string; isSeen: boolean }[] {
  const count = profile.pipeline.length;
  const isLine = level === "only-line";
  const what = isLine
    ? `${amountText(count, "company", "companies")} in order`
    : `${amountText(count, "stop")} with ${level === "everything" ? "months" : "years"}`;
  return [
    { text: "Name and picture", isSeen: level === "everything" },
    { text: what, isSeen: true },
    ...(isLine ? [{ text: "Titles, dates and school", isSeen: false }] : []),
    { text: "Ratings", isSeen: level === "everything" },
    { text: "E-mail, never", isSeen: false },
  ];
}
