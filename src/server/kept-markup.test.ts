import { describe, expect, it, vi } from "vitest";
import { KeptMarkup, PageMarkup } from "./kept-markup.ts";

describe("KeptMarkup", () => {
  it("makes the same once, and something else anew", () => {
    const kept = new KeptMarkup();
    const make = vi.fn(() => "<p>é</p>");
    expect(kept.get("a", make).bytes.toString()).toBe("<p>é</p>");
    expect(kept.get("a", make)).toEqual(kept.get("a", make));
    expect(make).toHaveBeenCalledTimes(1);
    expect(kept.get("b", () => "other").bytes.toString()).toBe("other");
  });

  it("drops what was not used for longest, and never keeps more than it may", () => {
    const kept = new KeptMarkup(8 * 310);
    const make = vi.fn(() => "x".repeat(10));
    for (let n = 0; n < 8; n += 1) kept.get(`${n}`, make);
    kept.get("0", make);
    expect(make).toHaveBeenCalledTimes(8);
    kept.get("8", make);
    kept.get("0", make);
    expect(make).toHaveBeenCalledTimes(9);
    kept.get("1", make);
    expect(make).toHaveBeenCalledTimes(10);
  });

  it("keeps a part's own bytes, and no larger piece of memory that they are in", () => {
    const { bytes } = new KeptMarkup().get("a", () => "x".repeat(2_000));
    expect(bytes.buffer.byteLength).toBe(2_000);
  });

  it("drops what nobody used for an hour when something else is made, and keeps what was used", () => {
    let now = 0;
    const kept = new KeptMarkup(8_000, () => now);
    const make = vi.fn(() => "x");
    kept.get("gone", make);
    kept.get("used", make);
    now = 40 * 60_000;
    kept.get("used", make);
    now = 80 * 60_000;
    kept.get("new", make);
    kept.get("used", make);
    expect(make).toHaveBeenCalledTimes(3);
    kept.get("gone", make);
    expect(make).toHaveBeenCalledTimes(4);
  });

  it("does not keep one thing in place of all others", () => {
    const kept = new KeptMarkup(8 * 310);
    const make = vi.fn(() => "x".repeat(11));
    kept.get("a", make);
    kept.get("a", make);
    expect(make).toHaveBeenCalledTimes(2);
  });
});

describe("PageMarkup", () => {
  it("gives a document a short text without the markup, and puts the markup in its place at the end", () => {
    const page = new PageMarkup(true, new KeptMarkup());
    const one = page.keep("one", () => "<b>Ünö</b>");
    const two = page.keep("two", () => "<i>2</i>");
    expect(one.length + two.length).toBe(130);
    expect(one).not.toContain("Ünö");
    const bytes = page.finish(`<p>${one}</p>${two}${one}é`);
    expect(bytes.toString()).toBe("<p><b>Ünö</b></p><i>2</i><b>Ünö</b>é");
  });

  it("finishes with what the page drew, also if it was dropped meanwhile", () => {
    const kept = new KeptMarkup(8 * 310);
    const page = new PageMarkup(true, kept);
    const texts = Array.from({ length: 20 }, (_, n) => page.keep(`${n}`, () => `part ${n};`));
    expect(page.finish(texts.join("")).toString()).toBe(Array.from({ length: 20 }, (_, n) => `part ${n};`).join(""));
  });

  it("puts nothing where another page's part is named", () => {
    const kept = new KeptMarkup();
    const foreign = new PageMarkup(true, kept).keep("a", () => "theirs");
    const page = new PageMarkup(true, kept);
    page.keep("b", () => "mine");
    expect(page.finish(`<p>${foreign}</p>`).toString()).toBe("<p></p>");
  });

  it("puts a piece in with all that is inside it, in any document and in data", () => {
    const kept = new KeptMarkup();
    const page = new PageMarkup(true, kept);
    const piece = page.pieceOf(
      (inside) => `<ul>${inside.keep("a", () => "<b>é</b>")}${inside.keep("b", () => "b")}</ul>`,
    );
    const whole = "<ul><b>é</b>b</ul>";
    expect(piece.size).toBe(Buffer.byteLength(whole));
    // What belongs to the piece alone is not named in the page.
    expect(page.put(piece)).toHaveLength(65);
    for (const other of [page, new PageMarkup(true, kept)])
      expect(other.finish(`<p>${other.put(piece)}</p>`).toString()).toBe(`<p>${whole}</p>`);
    expect(new PageMarkup(false, kept).put(piece)).toBe(whole);
  });

  it("gives the page's data the markup itself", () => {
    const kept = new KeptMarkup();
    const data = new PageMarkup(false, kept);
    expect(data.keep("a", () => "<b>é</b>")).toBe("<b>é</b>");
    expect(data.isDocument).toBe(false);
  });
});
