/** An element of a page; what scripts and styles hold is `raw`. */
export type MarkupElement = {
  name: string;
  attributes: Record<string, string | true>;
  children: (string | MarkupElement)[];
  raw?: string;
};

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const RAW = new Set(["script", "style"]);
/** React writes these for `true` and leaves them out for "". */
const SWITCHES = new Set(
  "async autofocus checked controls default defer disabled hidden inert loop multiple muted open required reversed selected".split(
    " ",
  ),
);
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const PIECE = /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi;
const ATTRIBUTE = /([^\s=>/]+)(?:="([^"]*)")?/g;

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? "");

function attributesOf(text: string): Record<string, string | true> {
  const found: Record<string, string | true> = {};
  for (const [, name = "", value = ""] of text.matchAll(ATTRIBUTE))
    if (name !== "style") found[name] = SWITCHES.has(name) ? true : unescape(value);
  return found;
}

/**
 * The tree of a page as React wrote it, which is always well formed; comments, by which React knows its places again,
 * are left out: it writes them anew.
 * @throws Error for a page without an html element
 */
export function readMarkup(page: string): MarkupElement {
  const root: MarkupElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(page); match; match = PIECE.exec(page)) {
    const [piece, closed, opened, attributes = ""] = match;
    const parent = open.at(-1);
    if (!parent || piece.startsWith("<!")) continue;
    if (closed !== undefined) {
      open.pop();
      continue;
    }
    if (opened === undefined) {
      parent.children.push(unescape(piece));
      continue;
    }
    const element: MarkupElement = { name: opened, attributes: attributesOf(attributes), children: [] };
    parent.children.push(element);
    if (RAW.has(opened)) {
      const end = page.indexOf(`</${opened}>`, PIECE.lastIndex);
      element.raw = page.slice(PIECE.lastIndex, end);
      PIECE.lastIndex = end + opened.length + 3;
    } else if (!VOID.has(opened) && !piece.endsWith("/>")) open.push(element);
  }
  const html = root.children.find((one) => typeof one !== "string");
  if (html === undefined || typeof html === "string") throw new Error("The page has no element.");
  return html;
}

/** How many elements there are, with this one. */
export const countElements = (one: string | MarkupElement): number =>
  typeof one === "string" ? 0 : one.children.reduce((sum, child) => sum + countElements(child), 1);
