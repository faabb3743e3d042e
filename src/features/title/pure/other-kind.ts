import { BREAK, hasPhrase, setOf } from "#features/title/words.ts";

/** Who looks after interns or co-ops is not one: "Internship Coordinator". */
export const KEEPERS = setOf(
  "program programme programs programmes coordinator manager director recruiter recruiting recruitment recruit " +
    "advisor adviser supervisor mentor store officer lead ordinator hiring experience employer partner",
);

/** "Volunteer Services Manager" is employed. */
const ABOUT_VOLUNTEERS = setOf("services relations engagement resources recruitment management");
const STUDENTS = setOf("student etudiant etudiante estudiante studentin studente studentessa 学生 uczen");
const ALSO = setOf(`of at and in ${BREAK}`);
const ALONE = setOf(
  "undergraduate sabbatical volunteer trustee treasurer fsj foj bfd homemaker housewife househusband",
);
/** Whose treasurer, president or secretary is none by trade. */
const CLUBS = setOf(
  "club honorary hon society student union association parish council committee chapter fraternity sorority pta",
);
const CLUB_POSTS = setOf("treasurer president secretary chairman chair");

/** Whether a title speaks of no job for pay: students, volunteers, trustees, club posts, breaks. */
export function isOther(title: readonly string[]): boolean {
  // "Scout Leader (volunteer)" ends with the bracket's break.
  const words = title.slice(0, title.findLastIndex((word) => word !== BREAK) + 1);
  const [first = "", second = ""] = words;
  const last = words.at(-1) ?? "";
  if (words.length === 1 && (ALONE.has(first) || STUDENTS.has(first))) return true;
  if (first === "volunteer" || words.includes("volunteering"))
    return !KEEPERS.has(second) && !ABOUT_VOLUNTEERS.has(second);
  if (STUDENTS.has(last) || last === "trustee" || last === "trustees") return true;
  if (first === "fsj" || first === "foj" || first === "bfd") return true;
  if (CLUB_POSTS.has(last) && words.slice(0, -1).some((word) => CLUBS.has(word))) return true;
  // "President, Chess Club", "Trustee, Local Museum"
  if (CLUB_POSTS.has(first) && words.slice(1).some((word) => CLUBS.has(word))) return true;
  if (first === "trustee" && ALSO.has(second)) return true;
  if (STUDENTS.has(first) && ALSO.has(second)) return true;
  if (words.at(-1) === "volunteer") return true;
  return [
    "board member",
    "member of the board",
    "board of directors",
    "board director",
    "non executive director",
    "advisory board",
    "board advisor",
    "angel investor",
    "career break",
    "military service",
    "open source contributor",
    "open source maintainer",
    "gap year",
    "parental leave",
    "maternity leave",
    "paternity leave",
    "full time parent",
    "full time mother",
    "stay at home",
    "school governor",
    "board observer",
    "student representative",
    "class representative",
    "course representative",
    "service civique",
    "caregiver for",
    "family caregiver",
  ].some((phrase) => hasPhrase(words, phrase));
}
