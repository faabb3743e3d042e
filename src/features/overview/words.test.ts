import { expect, it } from "vitest";
import { mailWords } from "./words.ts";

it.each([
  [{ hasServer: true, waiting: 3, dead: 1 }, "3 waiting, 1 not sent"],
  [{ hasServer: false, waiting: 0, dead: 0 }, "No mail server is set, so e-mails stay in the mail queue"],
  [{ hasServer: false, waiting: 0, dead: 2 }, "No mail server is set, so e-mails stay in the mail queue; 2 not sent"],
])("e-mails of %o are told as: %s", (mail, words) => {
  expect(mailWords(mail)).toBe(words);
});
