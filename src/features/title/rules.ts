import { foldText, keyOf } from "#core/text.ts";
import { TITLES, trackOf, type Family, type Level, type Title, type Track } from "./titles.ts";
import { hasPhrase, setOf, wordsOf } from "./words.ts";
import { inferKind } from "./kind.ts";
import { isInternship } from "#features/pipeline/rules.ts";

export { inferKind } from "./kind.ts";

type Known = { readonly title: Title; readonly folded: string; readonly spaced: string };

/** Folded once; " senior ml engineer" so that each word begins after a space. */
const KNOWN: readonly Known[] = TITLES.map((title) => {
  const folded = foldText(title.name);
  return { title, folded, spaced: ` ${folded.replace(/[-/&()]+/g, " ")}` };
});
const BY_KEY: ReadonlyMap<string, Title> = new Map(TITLES.map((title) => [foldText(title.name), title]));

/**
 * Titles that begin with the text, then those where a later word does, in the
 * order of the catalogue. Nothing typed: the first titles of the catalogue.
 */
export function suggestTitles(text: string, limit: number): string[] {
  const query = foldText(text);
  const first = KNOWN.filter(({ folded }) => folded.startsWith(query));
  const found =
    first.length >= limit || query === ""
      ? first
      : [...first, ...KNOWN.filter(({ folded, spaced }) => !folded.startsWith(query) && spaced.includes(` ${query}`))];
  return found.slice(0, Math.max(0, limit)).map(({ title }) => title.name);
}

/** In order: the first family one of whose phrases the title holds. */
// oxfmt-ignore
const FAMILY_PHRASES: readonly (readonly [Family, readonly string[]])[] = [
  ["research", [
    "research scientist", "research engineer", "researcher", "research assistant", "research associate", "research fellow",
    "research intern", "phd", "postdoc", "postdoctoral", "professor", "lecturer", "scholar", "doctoral",
  ]],
  ["machine-learning", [
    "machine learning", "ml", "ai", "artificial intelligence", "deep learning", "applied scientist", "computer vision",
    "nlp", "mlops", "llm", "perception",
  ]],
  ["data", ["data", "analytics", "business intelligence", "bi", "statistician", "database", "dba", "etl"]],
  ["security", ["security", "cyber", "cybersecurity", "infosec", "privacy", "penetration", "cryptography", "devsecops"]],
  ["infrastructure", [
    "devops", "site reliability", "sre", "infrastructure", "platform", "cloud", "network", "systems administrator",
    "sysadmin", "production engineer", "systems engineer", "it support", "it specialist", "helpdesk", "release engineer",
  ]],
  ["hardware", [
    "hardware", "electrical", "electronics", "embedded", "firmware", "asic", "fpga", "vlsi", "rtl", "soc", "analog",
    "silicon", "chip", "robotics", "controls", "optical", "rf", "cpu", "gpu", "circuit", "verification", "physical design",
  ]],
  ["design", [
    "designer", "ux", "ui", "user experience", "artist", "creative", "design engineer", "design intern", "technical writer",
  ]],
  ["product", [
    "product", "program manager", "programme manager", "project manager", "scrum", "tpm", "apm", "pm", "program management",
  ]],
  ["consulting", ["consultant", "consulting", "business analyst", "engagement manager"]],
  ["finance", [
    "quant", "quantitative", "trader", "trading", "banking", "investment", "investor", "financial", "finance", "accountant",
    "accounting", "auditor", "audit", "actuary", "actuarial", "risk", "treasury", "equity", "portfolio", "tax",
    "summer analyst", "summer associate",
  ]],
  ["people", ["recruiter", "recruiting", "recruitment", "talent", "hr", "human resources", "people"]],
  ["legal", ["legal", "lawyer", "counsel", "attorney", "patent", "policy", "paralegal", "compliance"]],
  ["sales", [
    "sales", "account executive", "account manager", "business development", "marketing", "growth", "brand", "customer engineer",
  ]],
  ["operations", [
    "operations", "supply chain", "logistics", "procurement", "chief of staff", "customer success", "customer support",
    "administrator", "coordinator",
  ]],
  ["software", [
    "software", "developer", "programmer", "frontend", "front end", "backend", "back end", "full stack", "fullstack", "web",
    "mobile", "ios", "android", "swe", "sde", "sdet", "qa", "graphics", "compiler", "game", "solutions architect",
    "member of technical staff", "forward deployed", "founding engineer", "tech lead", "technical lead", "developpeur",
    "entwickler", "softwareentwickler", "desarrollador",
  ]],
  ["engineering", [
    "mechanical", "aerospace", "civil", "chemical", "process", "manufacturing", "industrial", "materials", "biomedical",
    "structural", "propulsion", "energy", "quality", "test engineer", "field engineer", "project engineer", "flight",
    "automotive", "engineer", "engineering", "ingenieur", "ingeniero",
  ]],
];

const EXECUTIVE = setOf("ceo cto cfo coo cpo cmo cio ciso cso cdo chief founder cofounder president owner");
const VP = setOf("vp svp evp avp vice");

function levelOf(words: readonly string[], title: string): Level {
  const has = (word: string): boolean => words.includes(word);
  if (isInternship(inferKind(title))) return "intern";
  if (has("vice") && has("president")) return "vp";
  if (words.some((word) => VP.has(word)) || hasPhrase(words, "managing director")) return "vp";
  if (
    words.some((word) => EXECUTIVE.has(word)) &&
    !hasPhrase(words, "chief of staff") &&
    !hasPhrase(words, "product owner")
  ) {
    return "executive";
  }
  if (has("director") || hasPhrase(words, "head of")) return "director";
  // Managers of products, programmes and accounts manage no people.
  const ownWork = [
    "product",
    "program",
    "programme",
    "project",
    "account",
    "customer success",
    "marketing",
    "portfolio",
  ];
  if (
    has("manager") &&
    !ownWork.some((of) => hasPhrase(words, `${of} manager`) || hasPhrase(words, `${of} marketing manager`))
  ) {
    return "manager";
  }
  if (has("fellow") && !has("research")) return "fellow";
  if (has("distinguished")) return "distinguished";
  if (has("principal")) return "principal";
  if (has("staff") && !hasPhrase(words, "technical staff") && !hasPhrase(words, "chief of staff")) return "staff";
  if (has("lead")) return "lead";
  if (has("senior") || has("sr") || has("iii") || has("iv") || hasPhrase(words, "chief of staff")) return "senior";
  if (has("junior") || has("jr") || has("graduate") || has("entry") || has("apprentice") || has("trainee"))
    return "junior";
  return "mid";
}

/** Family, level and track of any title: the catalogue's own, else what its words say. */
export function classifyTitle(title: string): { family: Family; level: Level; track: Track } {
  const known = BY_KEY.get(foldText(title));
  if (known) return { family: known.family, level: known.level, track: known.track };
  const words = wordsOf(title);
  const level = levelOf(words, title);
  const track = trackOf(level, title);
  const leads = level === "manager" || level === "director" || level === "vp" || level === "executive";
  if (leads && !hasPhrase(words, "product marketing")) return { family: "management", level, track };
  const family = FAMILY_PHRASES.find(([, phrases]) => phrases.some((phrase) => hasPhrase(words, phrase)))?.[0];
  return { family: family ?? "other", level, track };
}

/** How words that are not simply capitalised are written. */
// oxfmt-ignore
const WRITTEN: ReadonlyMap<string, string> = new Map(
  [
    "iOS", "macOS", "DevOps", "MLOps", "DevSecOps", "PhD", "Postdoc", "JavaScript", "TypeScript",
    "GitHub", "SaaS", "IoT", ".NET", "Node.js", "PostgreSQL", "MSc", "BSc", "DevRel", "GTM",
  ].map((word) => [word.toLowerCase(), word]),
);
const CAPITALS = setOf(
  "ml ai sre qa ux ui vp svp evp avp cto ceo cfo coo cpo cio cmo ciso cso cdo asic fpga it hr mba r&d api sdk aws gcp sap " +
    "erp crm seo nlp llm gpu cpu soc rtl vlsi ar vr xr 3d 2d sde swe sdet pm tpm apm pmo bi etl sql php rf pcb cad ii iii iv " +
    "c++ c# uk us eu hpc os dba ic ehs ev adas gis",
);
const SMALL = setOf("of and the for in at to on with a an de la du des von und e y et");

function writeWord(word: string, isFirst: boolean): string {
  const written = WRITTEN.get(word);
  if (written !== undefined) return written;
  if (CAPITALS.has(word)) return word.toUpperCase();
  if (SMALL.has(word) && !isFirst) return word;
  return word.replace(/^[("'[]?\p{Ll}/u, (start) => start.toUpperCase());
}

/** "co-founder" → "Co-founder", "front-end" → "Front-End". */
function writePart(part: string, isFirst: boolean): string {
  const inner = part.replace(/^\(+|\)+$/g, "");
  if (WRITTEN.has(inner) || CAPITALS.has(inner)) return part.replace(inner, writeWord(inner, isFirst));
  const pieces = part.split(/([-/(])/);
  const isCo = pieces[0] === "co";
  return pieces
    .map((piece, at) => {
      const bare = piece.replace(/[),.;:]+$/, "");
      const tail = piece.slice(bare.length);
      if (isCo && at > 1 && !WRITTEN.has(bare) && !CAPITALS.has(bare)) return piece;
      return writeWord(bare, isFirst || at > 0) + tail;
    })
    .join("");
}

/**
 * A title as it is shown and stored. Clients that lower-case what was typed
 * get the catalogue's spelling back, else a careful title case; anything with
 * a capital in it stays as typed.
 */
export function displayTitle(text: string): string {
  const typed = text.replace(/\s+/gu, " ").trim();
  if (typed !== typed.toLowerCase()) return typed;
  const known = BY_KEY.get(foldText(typed));
  if (known && keyOf(known.name) === keyOf(typed)) return known.name;
  return typed
    .split(" ")
    .map((part, at) => writePart(part, at === 0))
    .join(" ");
}
