import type { RoleKind } from "#core/role-kind.ts";
import { isOther, KEEPERS } from "#features/title/pure/other-kind.ts";
import { isContract } from "#features/title/pure/contract-kind.ts";
import { kindInOtherLanguage } from "#features/title/pure/kind-languages.ts";
import { hasPhrase, segmentsOf, setOf, wordsOf } from "./words.ts";

const INTERN_WORDS = setOf(
  "intern interns internship internships extern externship trainee stagiaire stagiaires stagiair stagista " +
    "tirocinante tirocinio becario becaria becarios practicante practicas pasante pasantia estagiario estagiaria " +
    "estagio afstudeerder harjoittelija stazysta stazystka stazhor stajyer staj staji vacationer praktik",
);
/** German, Dutch and Nordic words run together: Praktikant, Pflichtpraktikum, Werkstudentin, Afstudeerstage. */
const INTERN_PARTS = [
  "praktikant",
  "praktikum",
  "werkstudent",
  "werkstudierend",
  "afstudeerstage",
  "meewerkstage",
  "stagiair",
];

const SUMMER_ROLES = setOf(
  "analyst associate student scholar fellow trainee clerk engineer developer researcher research consultant " +
    "undergraduate assistant programmer technologist worker employee business software",
);
const STAGE_NEXT = setOf("de d en pfe fin ingenieur ouvrier developpeur developpement data m1 m2 etudiant assistant");
const NOT_A_PLACEMENT = setOf("product private job ad ads debt talent media career employment foster tray");

const DOCTORS = setOf("medical doctor physician rotating");

function isIntern(segments: readonly string[][]): boolean {
  return segments.some((words) => words.some((word, at) => isInternWord(words, word, at)));
}

function isInternWord(words: readonly string[], word: string, at: number): boolean {
  const before = words[at - 1] ?? "";
  const after = words[at + 1] ?? "";
  if (INTERN_WORDS.has(word)) {
    // A doctor in the first year of work.
    if (word === "intern" && (DOCTORS.has(before) || DOCTORS.has(after)) && words.length === 2) return false;
    if (word === "trainee") return before !== "management" && before !== "graduate" && after !== "manager";
    return !KEEPERS.has(after);
  }
  if (INTERN_PARTS.some((part) => word.includes(part))) return true;
  switch (word) {
    case "working":
      return after === "student" || after === "students";
    case "summer":
    case "winter":
      // "Summer Engineering Analyst" too.
      if (["analyst", "associate", "clerk"].includes(words[at + 2] ?? "") && words.length === at + 3) return true;
      return SUMMER_ROLES.has(after) && words[at + 2] !== "school";
    case "year":
      return after === "in" && words[at + 2] === "industry" && !KEEPERS.has(words[at + 3] ?? "");
    case "vacation":
      return after === "student" || after === "scheme" || after === "clerk";
    case "cycle":
      return before === "off";
    case "spring":
    case "insight":
      return after === "week" || after === "insight";
    case "stage":
      return words.length === 1 || (at === 0 && STAGE_NEXT.has(after)) || /^\d/.test(after);
    case "placement":
      if (after === "student" || after === "year") return true;
      return (after === "" || /^\d/.test(after)) && !NOT_A_PLACEMENT.has(before);
    default:
      return false;
  }
}

/** People who learn a trade at a company. */
const APPRENTICES = setOf(
  "alternance alternant alternante apprenti apprentissage aprendiz auszubildender auszubildende azubi lehrling duales dualer",
);

function isCoOp(segments: readonly string[][]): boolean {
  return segments.some((words) =>
    words.some((word, at) => {
      if (word === "coop" || word === "coops") return !words.slice(at + 1).some((other) => KEEPERS.has(other));
      if (word === "co" && (words[at + 1] === "op" || words[at + 1] === "ops")) {
        return !KEEPERS.has(words[at + 2] ?? "");
      }
      if (word.startsWith("apprentice")) return !KEEPERS.has(words[at + 1] ?? "");
      if (APPRENTICES.has(word) || (word === "ausbildung" && at === 0)) return true;
      if (word === "cooperative") return words[at + 1] === "education" && !KEEPERS.has(words[at + 2] ?? "");
      return word === "dual" && words[at + 1] === "student";
    }),
  );
}

const ABOUT_OWNERS = setOf("relations success engagement services experience support");
/** Things that employees "own": "Product Owner", "Global Process Owner". */
const OWNED = setOf(
  "product process data service system application platform budget risk control account feature project program programme " +
    "technical solution portfolio capability epic release domain module asset backlog journey channel category content " +
    "delivery change test tool proxy vendor contract relationship it business-process agile scrum",
);
/** "Owner" of one of these is a founder, whatever else the title says: "Salon Owner & Stylist". */
const SHOPS = setOf(
  "salon shop cafe bakery restaurant studio gym farm franchise store agency clinic boutique hotel bar pub garage company",
);
const OWNERS = setOf(
  "proprietor proprietress franchisee proprietaire propietario propietaria dueno duena proprietario proprietaria titolare agare " +
    "gesellschafter gesellschafterin",
);

/** Founders, whatever stands beside it. */
const FOUNDERS = setOf(
  "cofounding cofounders fondateur fondatrice cofondateur cofondatrice fundador fundadora cofundador cofundadora",
);

/** Somebody who works for founders is not one. */
function isFounder(segments: readonly string[][]): boolean {
  return segments.some((words) =>
    words.some((word, at) => {
      const after = words[at + 1] ?? "";
      if (word === "founder" || word === "cofounder") {
        const toThem =
          words[at - 1] === "to" || (words[at - 1] === "the" && (words[at - 2] === "to" || words[at - 2] === "of"));
        return after !== "s" && after !== "associate" && !ABOUT_OWNERS.has(after) && !toThem;
      }
      if (FOUNDERS.has(word)) return true;
      if (word === "founding") return ["ceo", "cto", "director", "partner"].includes(after);
      if (word.startsWith("grunder") || word.startsWith("mitgrunder")) return true;
      if (word === "owner") {
        const before = words[at - 1] ?? "";
        if (before === "co" || before === "sole" || SHOPS.has(before)) return !ABOUT_OWNERS.has(after);
        return (at === 0 || at === words.length - 1) && after !== "s" && !ABOUT_OWNERS.has(after) && !OWNED.has(before);
      }
      if (OWNERS.has(word)) return !ABOUT_OWNERS.has(after);
      return word === "entrepreneur" && words[at - 1] !== "auto" && after !== "in" && words.length <= 2;
    }),
  );
}

const JOBS = setOf(
  "engineer developer manager analyst recruiter trader quant quantitative architect program programme",
);
const STUDY = setOf("student candidate researcher scholar fellow research assistant fellowship thesis");
const VISITING = setOf(
  "researcher research scholar scientist student fellow professor lecturer academic faculty postdoc investigator phd " +
    "graduate assistant associate",
);

const DOCTORATES = setOf("predoctoral doctorando doctoranda promovend promovenda doctorate");

function isResearch(words: readonly string[]): boolean {
  const has = (phrase: string): boolean => hasPhrase(words, phrase);
  if (has("program manager") || has("recruiter") || has("coordinator")) return false;
  for (const [at, word] of words.entries()) {
    const after = words[at + 1] ?? "";
    if (/^(?:postdo[ck]|doktorand|doctorant)/.test(word) || DOCTORATES.has(word)) return true;
    if (word === "post" && after.startsWith("doc")) return true;
    if (word === "doctoral" && !words.some((other) => KEEPERS.has(other))) return true;
    const phd = word === "phd" ? after : word === "ph" && after === "d" ? (words[at + 2] ?? "") : undefined;
    if (phd !== undefined && (STUDY.has(phd) || !words.some((other) => JOBS.has(other)))) return true;
    if (word === "visiting" && words.slice(at + 1, at + 4).some((other) => VISITING.has(other))) return true;
  }
  if (["clinical", "equity", "credit", "market"].some((field) => has(`${field} research associate`))) return false;
  return [
    "research assistant",
    "research associate",
    "research fellow",
    "research student",
    "student researcher",
    "undergraduate researcher",
    "undergraduate research",
    "graduate researcher",
    "graduate research",
    "wissenschaftlicher mitarbeiter",
    "wissenschaftliche mitarbeiterin",
    "wissenschaftliche hilfskraft",
    "chercheur doctorant",
    "assistente di ricerca",
    "investigador predoctoral",
    "marie curie fellow",
    "sklodowska curie fellow",
  ].some(has);
}

const STUDENT_JOBS = setOf(
  "assistant worker employee developer ambassador engineer programmer consultant technician tutor job helper",
);
const STUDENT_FIELDS = setOf("software web it lab library data backend frontend research");

/** "Casual Dining Manager". */
const NOT_CASUAL = setOf("dining wear games game shoes footwear clothing restaurant apparel");

const PART_TIME_WORDS = setOf("parttime teilzeit minijob hilfskraft hiwi adjunct extrajobb");

function isPartTime(words: readonly string[]): boolean {
  if (words.some((word) => PART_TIME_WORDS.has(word))) return true;
  if (words[0] === "grader" && words[1] !== "operator") return true;
  if (words.some((word, at) => word === "casual" && !NOT_CASUAL.has(words[at + 1] ?? ""))) return true;
  const isStudentJob = (at: number): boolean =>
    STUDENT_JOBS.has(words[at + 1] ?? "") ||
    (STUDENT_FIELDS.has(words[at + 1] ?? "") && words.slice(at + 2, at + 4).some((word) => STUDENT_JOBS.has(word)));
  if (words.some((word, at) => word === "student" && isStudentJob(at))) return true;
  return [
    "part time",
    "teaching assistant",
    "graduate assistant",
    "writing tutor",
    "campus ambassador",
    "resident advisor",
    "temps partiel",
    "mi temps",
    "studentisk medhjælper",
    "studentisk medhjaelper",
    "medio tiempo",
    "media jornada",
    "tempo parziale",
    "meio periodo",
  ].some((phrase) => hasPhrase(words, phrase));
}

/**
 * Guesses the kind of a role from its title, in many spellings and languages; "full-time" if nothing else fits. The
 * person can change it.
 */
export function inferKind(title: string): RoleKind {
  const words = wordsOf(title);
  const segments = segmentsOf(words);
  if (isCoOp(segments)) return "co-op";
  if (isIntern(segments)) return "intern";
  if (isFounder(segments)) return "founder";
  if (isResearch(words)) return "research";
  if (isContract(segments)) return "contract";
  if (isPartTime(words)) return "part-time";
  if (isOther(words)) return "other";
  return kindInOtherLanguage(words) ?? "full-time";
}
