/** Finds where a text stops being valid JSON. Engines do not always name the place, and their messages differ. */

const SPACE = /[\t\n\r ]*/y;
/** All but quotation marks, backslashes and control characters. */
const PLAIN = /[ !#-[\]-\uFFFF]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const ATOM = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?)(?![\w.+-])/y;

/** What may come next. "item" and "name": the list or object may also end. */
type Wanted = "value" | "item" | "key" | "name" | "colon" | "more" | "nothing";

/** Index after the match at `at`; `at` itself without a match. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Index after the string that begins at `start`; if it breaks at index i, -i - 1. */
function afterString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = after(PLAIN, text, at);
    if (text[at] === '"') return at + 1;
    const next = after(ESCAPE, text, at);
    if (next === at) return -at - 1;
    at = next;
  }
}

/** Index of the first invalid character; the text's length if it only ends too early. */
export function findJsonError(text: string): number {
  const open: ("{" | "[")[] = [];
  let wanted: Wanted = "value";
  let at = 0;
  for (;;) {
    at = after(SPACE, text, at);
    const sign = text[at];
    if (sign === undefined) return text.length;
    const isValue: boolean = wanted === "value" || wanted === "item";
    const isKey: boolean = wanted === "key" || wanted === "name";
    const isEnd: boolean =
      (sign === "]" && open.at(-1) === "[" && (wanted === "item" || wanted === "more")) ||
      (sign === "}" && open.at(-1) === "{" && (wanted === "name" || wanted === "more"));
    let next: number = at + 1;
    if (isEnd) open.pop();
    if (isEnd) wanted = open.length === 0 ? "nothing" : "more";
    else if (sign === "," && wanted === "more") wanted = open.at(-1) === "{" ? "key" : "value";
    else if (sign === ":" && wanted === "colon") wanted = "value";
    else if ((sign === "{" || sign === "[") && isValue) {
      open.push(sign);
      wanted = sign === "{" ? "name" : "item";
    } else if (isValue || (isKey && sign === '"')) {
      next = sign === '"' ? afterString(text, at) : after(ATOM, text, at);
      if (next < 0) return -next - 1;
      if (next === at) return at;
      wanted = isKey ? "colon" : open.length === 0 ? "nothing" : "more";
    } else return at;
    at = next;
  }
}
