import { parseYaml } from "./read-yaml.ts";

/** JSON as people write it by hand: with comments, and with a comma after the last item. */

/** Index after a comment that begins at `at`; `at` itself if none does. */
function afterComment(text: string, at: number): number {
  if (text[at] !== "/") return at;
  if (text[at + 1] === "/") {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  if (text[at + 1] !== "*") return at;
  const end = text.indexOf("*/", at + 2);
  return end === -1 ? text.length : end + 2;
}

/** Index after the string that begins at `at`. */
function afterString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === "\\") next += 1;
    else if (text[next] === '"') return next + 1;
  }
  return text.length;
}

/** The same text as plain JSON; comments become spaces, so that places stay. */
export function plainJson(text: string): string {
  const parts: string[] = [];
  /** Place in `parts` of a comma after which nothing has come yet. */
  let comma = -1;
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? "";
    const comment = afterComment(text, at);
    if (comment > at) {
      parts.push(text.slice(at, comment).replace(/[^\n]/g, " "));
      at = comment;
      continue;
    }
    const next = sign === '"' ? afterString(text, at) : at + 1;
    if ((sign === "}" || sign === "]") && comma !== -1) parts[comma] = " ";
    if (sign === ",") comma = parts.length;
    else if (!/\s/.test(sign)) comma = -1;
    parts.push(text.slice(at, next));
    at = next;
  }
  return parts.join("");
}

/** The beginning of a source file: "export default { … };" */
const ASSIGNED =
  /^\s{0,20}(?:export default|module\.exports ?=|(?:export )?(?:const|let|var) \w{1,60} ?=)\s{0,20}(?=[{[])/u;

/** One value a line. */
function linesAsList(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) throw new SyntaxError("one line");
  return lines.map((line): unknown => JSON.parse(line));
}

/** Does the text begin like a source file with a single assigned value? */
export function isAssigned(text: string): boolean {
  return ASSIGNED.test(text);
}

/** The value, or undefined if the text is not JSON even so. */
export function parseTolerantly(text: string): { value: unknown } | undefined {
  const bare = (): string => plainJson(text.replace(ASSIGNED, "")).trim().replace(/;$/u, "");
  const forms: (() => unknown)[] = [() => JSON.parse(text), () => JSON.parse(bare()), () => linesAsList(text)];
  for (const form of forms) {
    try {
      return { value: form() };
    } catch {
      // The last form may be the right one.
    }
  }
  // Names without quotation marks, or with single ones: YAML has both.
  if (!/^[\s[]{0,9}\{\s{0,99}['\w]/u.test(bare())) return undefined;
  const parsed = parseYaml(bare());
  return "line" in parsed || typeof parsed.value !== "object" ? undefined : parsed;
}
