import { expect, test } from "vitest";
import { renderEmail } from "./email-html.ts";

const EMAIL = {
  subject: "A subject",
  paragraphs: ["A paragraph."],
  items: [{ text: "An item", href: "https://example.org/item" }],
  action: { label: "Do it", href: "https://example.org/do" },
  notes: ["A note."],
} as const;

test("in a dark mail program no text keeps the colour that it has on white", () => {
  const leave = { reason: "You asked for it.", href: "https://example.org/leave" };
  const { html } = renderEmail(EMAIL, "https://example.org", leave);
  const coloured = [...html.matchAll(/<(\w+)([^>]*style="[^"]*(?<![-\w])color:[^"]*"[^>]*)>/g)];
  expect(coloured.length).toBeGreaterThan(6);
  // Classes of the sheet, and links: all of them lie in the card or in a soft text.
  const kept = coloured.filter(([, tag = "", rest = ""]) => tag !== "a" && !/class="m-(page|card|soft)"/.test(rest));
  expect(kept.map(([whole]) => whole)).toEqual([]);
});
