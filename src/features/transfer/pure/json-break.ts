/** Where a text stops being JSON. Engines name the place only at times, and each in words of its own. */

const SPACE = /[\t\n\r ]*/y;
/** All but quotation marks, backslashes and control characters. */
const PLAIN = /[ !#-[\]-\uFFFF]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const ATOM = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?)(?![\w.+-])/y;

/** What may come next; "item" and "name" where the list, or the object, may end as well. */
type Wanted = "value" | "item" | "key" | "name" | "colon" | "more" | "nothing";

/** The place after what the pattern matches at a place; the place itself where it matches nothing. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The place after a string that begins there, or where it breaks, as a negative number less one. */
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

/** The place of the first character that cannot stand where it stands; the text's length where it only ends too soon. */
export function breakOf(text: string): number {
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
