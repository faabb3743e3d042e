import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { elementOf } from "./bare-markup.ts";
import { countElements, readMarkup } from "./markup.ts";

const PAGE =
  '<html lang="en"><head><meta charSet="utf-8"/><script>if (1 < 2 && "</p>") go();</script></head>' +
  '<body class="a b"><!--$--><p>Salt &amp; <b>pepper</b> &lt;3</p><input type="checkbox" checked="" value="&quot;"/>' +
  '<button disabled="" aria-label="Go">Go</button><svg viewBox="0 0 1 1"><path stroke-width="2" d="M0 0"></path></svg>' +
  "<!--/$--></body></html>";

describe("a page's markup", () => {
  it("is rendered again as it was, but for comments", () => {
    // While developing React would have its own names of attributes; what it writes is the same.
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const again = renderToStaticMarkup(elementOf(readMarkup(`<!DOCTYPE html>${PAGE}`)));
    said.mockRestore();
    expect(again).toBe(PAGE.replaceAll(/<!--.*?-->/g, ""));
  });

  it("is counted by elements", () => {
    expect(countElements(readMarkup(PAGE))).toBe(11);
  });

  it("refuses what is not a page", () => {
    expect(() => readMarkup("not found")).toThrow("no element");
  });
});
