import { describe, expect, it } from "vitest";
import { outcomeWords, settled, textToHtml, timeLeft } from "./words.ts";

const NONE = { queued: 0, sent: 0, failed: 0, cancelled: 0, outbox: 0, inDoubt: 0 };

describe("plain text as a mail", () => {
  it("makes paragraphs of what blank lines part, and keeps line breaks", () =>
    expect(textToHtml("One\ntwo\n\n\n \nThree\r\n\r\nFour")).toBe("<p>One<br>two</p>\n<p>Three</p>\n<p>Four</p>"));
  it("lets nothing in it become HTML", () =>
    expect(textToHtml('<b>"R&D"</b>')).toBe("<p>&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;</p>"));
  it("makes nothing of nothing", () => expect(textToHtml(" \n\n ")).toBe(""));
});

describe("how far a broadcast is", () => {
  it("names what there is and leaves out what there is not", () => {
    expect(outcomeWords({ ...NONE, sent: 3120, failed: 4 })).toBe("3,120 sent · 4 failed");
    expect(outcomeWords({ ...NONE, outbox: 2, queued: 1 })).toBe("2 in the mail queue · 1 waiting");
    expect(outcomeWords(NONE)).toBe("Nobody to send to");
  });
  it("takes failed and stopped ones as settled, waiting ones not", () =>
    expect(settled({ ...NONE, queued: 5, sent: 1, failed: 2, cancelled: 3, outbox: 4 })).toBe(10));
  it.each([
    ["nothing too early", 3_000, 50, 100, ""],
    ["nothing while nothing moves", 60_000, 0, 100, ""],
    ["nothing when all is done", 60_000, 100, 100, ""],
    ["less than a minute", 10_000, 50, 100, "less than a minute left"],
    ["minutes", 60_000, 100, 700, "about 6 min left"],
    ["hours", 60_000, 1, 121, "about 2 h left"],
  ])("says %s", (_, at, done, total, words) => expect(timeLeft({ at: 0, done: 0 }, { at, done }, total)).toBe(words));
});
