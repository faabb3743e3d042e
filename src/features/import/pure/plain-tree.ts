import { LIMITS } from "#features/import/rules.ts";

/** Removes from a tree what pages add to texts: markup, and the same text in several languages. */

const DEEPEST = 40;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  rsquo: "’",
};

function entity(whole: string, name: string): string {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return Number.isInteger(code) && code > 31 && code < 0x11_00_00 ? String.fromCodePoint(code) : whole;
}

/** "<a href=…>Acme</a> &amp; Co" → "Acme & Co"; "[Acme](https://…)" → "Acme"; "**Lead**" → "Lead". */
function withoutMarkup(text: string): string {
  if (!/[<&*[\\_]/.test(text) || text.length > LIMITS.longCell * 4) return text;
  return text
    .replace(/<(?:br|li|p|div)\b[^<>]{0,300}>/gi, " ")
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, "")
    .replace(/&(#?[a-z0-9]{2,8});/gi, entity)
    .replace(/\[([^[\]]{1,200})\]\([^()\s]{1,500}\)/g, "$1")
    .replace(/\*\*([^*]{1,400})\*\*/g, "$1")
    .replace(/\\([&%$#_])/g, "$1");
}

/** Codes under which files keep one text in several languages. */
const LANGUAGES = new Set(
  (
    "en de fr es pt it nl pl tr ru uk zh ja ko sv da nb no fi cs sk hu ro el hr bg ca eu gl he ar fa hi id vi th " +
    "english german french spanish portuguese italian dutch polish turkish russian chinese japanese korean"
  ).split(" "),
);

function isLanguage(key: string): boolean {
  const [language = "", region = ""] = key.toLowerCase().split(/[-_]/);
  return LANGUAGES.has(language) && region.length <= 4;
}

/** The key of the language that is read where an object has nothing but languages: English, else the first. */
function languageOf(value: object): string | undefined {
  const keys = Object.keys(value);
  if (keys.length < 2 || keys.length > 12 || !keys.every(isLanguage)) return undefined;
  return keys.find((key) => /^en/i.test(key)) ?? keys[0];
}

/** @returns the tree, and the languages of which whole parts were chosen */
export function plainTree(root: unknown): { value: unknown; chosen: readonly string[] } {
  const chosen = new Set<string>();
  const plain = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return withoutMarkup(value);
    if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
    if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
    const language = languageOf(value);
    if (language !== undefined) {
      const one: unknown = Object.entries(value).find(([key]) => key === language)?.[1];
      if (typeof one === "object" && one !== null) chosen.add(language);
      return plain(one, depth + 1);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, depth + 1)]));
  };
  return { value: plain(root, 0), chosen: [...chosen] };
}
