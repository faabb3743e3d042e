import type { Email } from "#features/mail/rules.ts";
import { pathOfThing, type Thing } from "#features/follow/rules.ts";
import { beforeText, HOW_COUNTED, newsText, weekText } from "./words.ts";

/** A followed thing with this week's number. `before` is the number in an earlier weekly e-mail. */
export type NewsItem = { name: string; counted: Thing; people: number; before: number | undefined };

/** The weekly e-mail of one person. Its subject is the same for everybody, because mail servers can read it. */
export function weeklyEmail(items: readonly NewsItem[], day: string, baseUrl: string): Email {
  return {
    subject: "New this week on Pipelines",
    paragraphs: [`What is new on what you follow, ${weekText(day)}:`],
    items: items.map(({ name, counted, people, before }) => ({
      text: `${newsText(counted.kind, name, people)}${beforeText(before)}`,
      href: `${baseUrl}${pathOfThing(counted)}`,
    })),
    action: { label: "Change what you follow", href: `${baseUrl}/settings#follows` },
    notes: [HOW_COUNTED],
  };
}
