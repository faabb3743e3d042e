import { hasPhrase, setOf } from "#features/title/words.ts";

/**
 * People who handle contracts are employed: "Contracts Manager", "Contract Administrator", "Smart Contract Engineer".
 */
const ABOUT_CONTRACTS = setOf(
  "manager management administrator administration specialist officer negotiator attorney lawyer counsel coordinator " +
    "director lead manufacturing research review reviewer law executive associate paralegal compliance relations analyst " +
    "auditor security",
);
const CONTRACT_WORDS = setOf(
  "freelance freelancer freelancing freiberufler freiberuflerin freiberuflich selbststandig autonomo autonoma " +
    "subcontractor interim fractional moonlighting selfemployed temp locum locums autoentrepreneur interimaire vacataire " +
    "interino interina honorarkraft honorarbasis gig pigiste vikarie sijainen suplente supplente",
);

/** Titles of people who replace others, or are self-employed. */
const CONTRACT_PHRASES = [
  "supply teacher",
  "supply teaching assistant",
  "substitute teacher",
  "relief teacher",
  "agency nurse",
  "bank nurse",
  "travel nurse",
  "sole trader",
  "auto entrepreneur",
  "freie mitarbeiterin",
  "freier mitarbeiter",
  "freie journalistin",
  "freier journalist",
  "trabajadora autonoma",
  "intermittent du spectacle",
];
const COMES_IN = setOf("relief agency bank");
const WHO_COMES_IN = setOf(
  "pharmacist teacher nurse vet veterinarian lecturer milker worker care carer midwife social doctor chef hca radiographer healthcare",
);
const FREE = setOf("freie freier freies");
const NOT_FREE = setOf("universitat hansestadt waldorfschule");

/**
 * Titles about freelancing that are no freelance work: "Freelance Marketplace Manager", "Interim Analysis
 * Statistician".
 */
const ABOUT_FREELANCE = setOf("marketplace platform network community relations talent coordinator analysis results");

const ABOUT_SEASONS = setOf("planning merchandising strategy pricing");

/** "Independent Consultant", "Independent iOS Developer"; an independent tester tests independently. */
const ON_THEIR_OWN = setOf("consultant contractor developer designer programmer");
const OWN_FIELDS = setOf("software web ios android mobile game app it business management");

/** Does a title name self-employed work for others, or temporary work? */
export function isContract(segments: readonly string[][]): boolean {
  if (segments.some((words) => CONTRACT_PHRASES.some((phrase) => hasPhrase(words, phrase)))) return true;
  return segments.some((words) =>
    words.some((word, at) => {
      const before = words[at - 1] ?? "";
      const after = words[at + 1] ?? "";
      if (CONTRACT_WORDS.has(word)) return !ABOUT_FREELANCE.has(after);
      if (word === "contractor" || word === "contractors") return !ABOUT_CONTRACTS.has(after);
      if (word === "contract") return before !== "smart" && (after === "" || at === 0) && !ABOUT_CONTRACTS.has(after);
      if (COMES_IN.has(word) && at === 0 && words.slice(1, 3).some((other) => WHO_COMES_IN.has(other))) return true;
      if (word.endsWith("vikar") || word.startsWith("vikarier")) return true;
      if (FREE.has(word) && at === 0) return after !== "" && !NOT_FREE.has(after);
      if (word === "self") return after === "employed";
      if (word === "independent") return ON_THEIR_OWN.has(OWN_FIELDS.has(after) ? (words[at + 2] ?? "") : after);
      if (word === "libero") return after === "professionista";
      return (word === "temporary" || word === "seasonal") && at === 0 && !ABOUT_SEASONS.has(after);
    }),
  );
}
