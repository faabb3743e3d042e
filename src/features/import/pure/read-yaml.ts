import { parseAllDocuments } from "yaml";

/** Reads YAML as people use it for résumés: every value stays text ("2020.10" is not a number). */

/** Values of one file; a résumé has a few thousand. */
const MOST_VALUES = 200_000;
const DEEPEST = 60;
/** The ways to write an empty value in YAML. */
const NOTHING = /^(?:|~|null)$/iu;

/** A copy without references to itself, and with null for empty values. */
function plain(root: unknown): unknown {
  let count = 0;
  const copy = (value: unknown, above: readonly object[]): unknown => {
    count += 1;
    if (count > MOST_VALUES) throw new RangeError("more values than a résumé has");
    if (typeof value === "string") return NOTHING.test(value) ? null : value;
    if (typeof value !== "object" || value === null) return value;
    if (above.includes(value) || above.length > DEEPEST) return null;
    const inside = [...above, value];
    if (Array.isArray(value)) return value.map((one) => copy(one, inside));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one, inside)]));
  };
  return copy(root, []);
}

/** The file's documents (a single one directly), or the line where the YAML is invalid. */
export function parseYaml(text: string): { value: unknown } | { line: number } {
  const parsed = parsePlain(text);
  // YAML forbids tabs at the beginning of a line, but some people use them.
  if (!("line" in parsed) || !/^\t/mu.test(text)) return parsed;
  const spaced = parsePlain(text.replace(/^\t{1,40}/gmu, (tabs) => "  ".repeat(tabs.length)));
  return "line" in spaced ? parsed : spaced;
}

function parsePlain(text: string): { value: unknown } | { line: number } {
  try {
    const documents = parseAllDocuments(text, {
      schema: "failsafe",
      merge: true,
      uniqueKeys: false,
      logLevel: "silent",
    });
    const whole = [...documents].filter(({ errors }) => errors.length === 0);
    const values = whole.map((document) => plain(document.toJS({ maxAliasCount: 100 })));
    // The text after a page's data ("front matter") is the page itself.
    const objects = values.filter((value) => typeof value === "object" && value !== null);
    if (objects.length > 0) return { value: objects.length === 1 ? objects[0] : objects };
    const [first] = [...documents].flatMap(({ errors }) => errors);
    return first ? { line: first.linePos?.[0].line ?? 1 } : { value: values[0] };
  } catch {
    // References that multiply, or nesting without end.
    return { line: 1 };
  }
}
