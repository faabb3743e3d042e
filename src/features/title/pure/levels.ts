import type { Family, Level } from "#features/title/schema.ts";
import { hasPhrase, setOf } from "#features/title/words.ts";

const EXECUTIVE = setOf(
  "ceo cto cfo coo cpo cmo cio ciso cso cdo cro chro clo cco founder cofounder president owner chairman geschaftsfuhrer pdg vd",
);
/** An "owner" with one of these owns a task, or looks after owners. */
const OWNS_NO_COMPANY = ["product owner", "process owner", "data owner", "owner s", "owner relations"];
/** Works for the head of a company. */
const WORKS_FOR_HEAD = [
  "to the ceo",
  "to ceo",
  "office of the ceo",
  "to the founder",
  "founders associate",
  "founder s associate",
  "founder success",
];
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

function hasAnyPhrase(words: readonly string[], phrases: readonly string[]): boolean {
  return phrases.some((phrase) => hasPhrase(words, phrase));
}

function hasAnyOf(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word));
}

/** "Chief Financial Officer", but not "Chief of Staff", "Chief Engineer" or "Editor in Chief". */
function isChiefOfCompany(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const after = words[at + 1] ?? "";
    return word === "chief" && after !== "of" && !CHIEF_OF_A_TRADE.has(after) && words[at - 1] !== "in";
  });
}

function isExecutive(words: readonly string[]): boolean {
  return hasAnyOf(words, EXECUTIVE) && !hasAnyPhrase(words, OWNS_NO_COMPANY) && !hasAnyPhrase(words, WORKS_FOR_HEAD);
}

/** "Partner" or "Senior Partner" owns a part of the firm, "HR Business Partner" does not. */
function isPartner(words: readonly string[]): boolean {
  if (hasAnyPhrase(words, ["founding partner", "managing partner"])) return true;
  if (words.at(-1) !== "partner") return false;
  return words.length === 1 || words.at(-2) === "senior" || words.at(-2) === "equity";
}

function isDirector(words: readonly string[], family: Family): boolean {
  // "Head waiter" and "head teaching assistant" lead no department.
  const isHead = words[0] === "head" && family !== "service" && words[1] !== "teaching";
  return isHead || hasAnyOf(words, DIRECTOR) || hasAnyPhrase(words, ["head of", "editor in chief"]);
}

function managementOf(words: readonly string[], family: Family): Level | undefined {
  if (hasAnyOf(words, VP) || hasAnyPhrase(words, ["vice president", "managing director"])) return "vp";
  if (isChiefOfCompany(words) || isExecutive(words) || isPartner(words)) return "executive";
  if (hasPhrase(words, "general counsel")) return "executive";
  if (isDirector(words, family)) return "director";
  // The head of a school.
  if (family === "education" && words.includes("principal"))
    return words.includes("assistant") || words.includes("vice") ? "manager" : "director";
  return managerOf(words) ? "manager" : undefined;
}

/** Plans systems that others build. One who plans buildings, or advises customers on solutions, has no such level. */
function isSystemsArchitect(words: readonly string[], family: Family): boolean {
  const isOfBuildings = family === "engineering" || family === "design";
  const isForCustomers = hasAnyPhrase(words, ["solutions architect", "solution architect"]);
  const isArchitect = words.includes("architect") || words.includes("architecte");
  return isArchitect && words.length > 1 && !isOfBuildings && !isForCustomers;
}

function gradeOf(words: readonly string[], family: Family): Level {
  const [isSenior, isJunior] = [hasAnyOf(words, SENIOR), hasAnyOf(words, JUNIOR)];
  const isChiefOfTrade = words.includes("chief") && hasAnyOf(words, CHIEF_OF_A_TRADE);
  if (isFellow(words)) return "fellow";
  if (words.includes("distinguished")) return "distinguished";
  if (words.includes("principal") || isChiefOfTrade) return "principal";
  if (isStaff(words, family)) return "staff";
  if (isSystemsArchitect(words, family)) {
    if (isSenior || words.includes("enterprise")) return "principal";
    return isJunior ? "mid" : "staff";
  }
  if (hasAnyOf(words, LEAD) && !hasPhrase(words, "lead generation")) return "lead";
  if (isSenior || hasPhrase(words, "chief of staff")) return "senior";
  if (isJunior || (family === "research" && hasAnyOf(words, STUDYING))) return "junior";
  const isBelow = (words[0] === "associate" || words[0] === "assistant") && BELOW.has(words.at(-1) ?? "");
  return isBelow ? "junior" : "mid";
}

/** The level of a title's words; never "intern", which is a matter of the role's kind. */
export function levelOf(words: readonly string[], family: Family): Level {
  return managementOf(words, family) ?? gradeOf(words, family);
}
