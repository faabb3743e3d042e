import type { Family, Level } from "#features/title/schema.ts";
import { hasPhrase, setOf } from "#features/title/words.ts";

const EXECUTIVE = setOf(
  "ceo cto cfo coo cpo cmo cio ciso cso cdo cro chro clo cco founder cofounder president owner chairman geschaftsfuhrer pdg vd",
);
const VP = setOf("vp svp evp avp");
const DIRECTOR = setOf(
  "director directeur directrice directora diretor diretora direttore direttrice direktor direktorin dean provost headteacher headmaster",
);
/** Leads people in another language. */
const MANAGER = setOf(
  "abteilungsleiter abteilungsleiterin vertriebsleiter gerente jefe jefa gerant responsable responsabile kierownik mudur muduru",
);
/** "Chief" before one of these means a trade's expert and not a company's head. */
const CHIEF_OF_A_TRADE = setOf("engineer architect designer economist programmer scientist mechanic pilot");

/** "X manager" who does X themselves. Such managers usually lead no people. */
const OWN_WORK = setOf(
  "product program programme project account accounts brand portfolio community media case property partnership partnerships " +
    "category content campaign event events relationship success development contract contracts release wealth fund asset " +
    "investment territory channel partner alliances stage incident change seo crm vendor fleet relations procurement proposal " +
    "communications bid client key scrum delivery knowledge grants growth",
);
const STAFF_FAMILIES: ReadonlySet<Family> = new Set([
  "software",
  "machine-learning",
  "data",
  "it",
  "security",
  "hardware",
  "engineering",
  "research",
  "product",
  "design",
]);
const STAFF_ROLES = setOf(
  "nurse accountant writer attorney auditor assistant sergeant pharmacist physician photographer consultant reporter chemist",
);
const NO_FELLOW = setOf(
  "research postdoctoral doctoral teaching policy clinical summer visiting phd graduate doc legal law editorial fellowship",
);

/** Folded, as all words here: "ジュニア" without its voiced mark. */
const SENIOR = setOf(
  "senior sr snr iii iv 3 4 experienced starszy kidemli ведущии старшии シニア 高级 资深 시니어 confirme seniorkonsult expert",
);
const JUNIOR = setOf(
  "junior jr jnr graduate grad entry apprentice trainee newgrad debutant mlodszy i младшии シュニア 初级 주니어 student undergraduate 1 werkstudent praktikant",
);
/** Research roles below a scientist. */
const STUDYING = setOf("phd ph doctoral doctorante doctorant doktorand doktorandin candidate assistant");
const LEAD = setOf("lead leader supervisor teamleiter teamleiterin teamlead foreman lider");

/** "Associate Engineer" is below the engineer. An associate of a bank or a shop is not. */
const BELOW = setOf(
  "engineer developer manager consultant scientist designer analyst editor producer programmer architect buyer",
);

function managerOf(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (MANAGER.has(word)) return true;
    if (word !== "manager" && word !== "manageress" && word !== "mgr") return false;
    const before = words[at - 1] ?? "";
    // A "product marketing manager" works on a product; any other marketing manager leads people.
    if (before === "marketing") return words[at - 2] !== "product";
    return !OWN_WORK.has(before);
  });
}

function isStaff(words: readonly string[], family: Family): boolean {
  return words.some((word, at) => {
    if (word !== "staff" || !STAFF_FAMILIES.has(family)) return false;
    return words[at - 1] !== "technical" && words[at - 1] !== "of" && !STAFF_ROLES.has(words[at + 1] ?? "");
  });
}

function isFellow(words: readonly string[]): boolean {
  return words.includes("fellow") && !words.some((word) => NO_FELLOW.has(word));
}

function managementOf(words: readonly string[], family: Family): Level | undefined {
  const has = (phrase: string): boolean => hasPhrase(words, phrase);
  if (words.some((word) => VP.has(word)) || has("vice president") || has("managing director")) return "vp";
  const isChief = words.some(
    (word, at) =>
      word === "chief" &&
      words[at + 1] !== "of" &&
      !CHIEF_OF_A_TRADE.has(words[at + 1] ?? "") &&
      words[at - 1] !== "in",
  );
  const isOwner =
    has("product owner") || has("process owner") || has("owner s") || has("owner relations") || has("data owner");
  const serves =
    has("to the ceo") ||
    has("founders associate") ||
    has("founder s associate") ||
    has("founder success") ||
    has("to the founder") ||
    has("to ceo") ||
    has("office of the ceo");
  if (isChief || (!isOwner && !serves && words.some((word) => EXECUTIVE.has(word)))) return "executive";
  if (has("founding partner") || has("managing partner") || has("general counsel")) return "executive";
  if (words.at(-1) === "partner" && (words.length === 1 || words.at(-2) === "senior" || words.at(-2) === "equity"))
    return "executive";
  if (words.some((word) => DIRECTOR.has(word)) || has("head of") || has("editor in chief")) return "director";
  if (words[0] === "head" && family !== "service" && words[1] !== "teaching") return "director";
  if (family === "education" && words.includes("principal"))
    return words.includes("assistant") || words.includes("vice") ? "manager" : "director";
  return managerOf(words) ? "manager" : undefined;
}

function gradeOf(words: readonly string[], family: Family): Level {
  const has = (word: string): boolean => words.includes(word);
  const any = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  if (isFellow(words)) return "fellow";
  if (has("distinguished")) return "distinguished";
  const isArchitect =
    (has("architect") || has("architecte")) &&
    !hasPhrase(words, "solutions architect") &&
    !hasPhrase(words, "solution architect");
  const isBuilder = family === "engineering" || family === "design";
  if (has("principal") || (has("chief") && words.some((word) => CHIEF_OF_A_TRADE.has(word)))) return "principal";
  if (isStaff(words, family)) return "staff";
  if (isArchitect && !isBuilder && words.length > 1)
    return any(SENIOR) || has("enterprise") ? "principal" : any(JUNIOR) ? "mid" : "staff";
  if (any(LEAD) && !hasPhrase(words, "lead generation")) return "lead";
  if (any(SENIOR) || hasPhrase(words, "chief of staff")) return "senior";
  if (any(JUNIOR) || (family === "research" && any(STUDYING))) return "junior";
  const below = words.some(
    (word, at) => (word === "associate" || word === "assistant") && at === 0 && BELOW.has(words.at(-1) ?? ""),
  );
  return below ? "junior" : "mid";
}

/** The level of a title's words; never "intern", which is a matter of the role's kind. */
export function levelOf(words: readonly string[], family: Family): Level {
  return managementOf(words, family) ?? gradeOf(words, family);
}
