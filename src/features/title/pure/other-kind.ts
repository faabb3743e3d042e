import { BREAK, foldedSetOf, hasPhrase, setOf } from "#features/title/words.ts";

/** People who look after interns or co-ops are none themselves: "Internship Coordinator". */
export const KEEPERS = setOf(
  "program programme programs programmes coordinator manager director recruiter recruiting recruitment recruit " +
    "advisor adviser supervisor mentor store officer lead ordinator hiring experience employer partner",
);

/** "Volunteer Services Manager" is employed. */
const ABOUT_VOLUNTEERS = setOf("services relations engagement resources recruitment management");
const STUDENTS = foldedSetOf(
  "student etudiant etudiante estudiante estudiantes estudante studentin studente studentessa studerende studerande " +
    "schüler schülerin 学生 uczeń uczennica studentka öğrenci öğrencisi студент студентка hallgató " +
    "opiskelija φοιτητής φοιτήτρια mahasiswa",
);
const ALSO = setOf(`of at and in en de em di du der i y ${BREAK}`);
/** Degrees that a student may study for: "Bachelor's Student in Economics". */
const DEGREES = setOf(
  "bachelor bachelors master masters s undergraduate graduate mba msc bsc law medical school college",
);
const ALONE = setOf(
  "undergraduate sabbatical volunteer trustee treasurer fsj foj bfd homemaker housewife househusband conscript",
);
/** Students, whatever follows: "Студент МГУ". */
const ONLY_STUDENTS = foldedSetOf("студент студентка studentka hallgató opiskelija mahasiswa");
/** A governor of one of these has no paid job. */
const GOVERNED = setOf("parent school college community foundation associate staff");
/** Beginnings and pieces of words for military and civil service, students' bodies and students. */
const STARTS = foldedSetOf(
  "conscripted asevelvolli varusmies värnplikt værneplikt verneplikt førstegangstjeneste zivildien freiwilligendienst bufdi " +
    "bundesfreiwillig fachschaft wehrdienst grundwehrdien ehrenamt freiwillig frivillig vapaaehto",
);
const PIECES = ["学生会", "大学生", "本科生", "硕士生", "碩士生", "대학생", "학생회", "재학생", "大学院生"];
const BODIES = setOf("club society union association fraternity sorority council chapter");
const HEADS = setOf("head director manager chief lead vp");
/** A treasurer, president or secretary of one of these has no paid job. */
const CLUBS = setOf(
  "club honorary hon society student union association parish council committee chapter fraternity sorority pta",
);
const CLUB_POSTS = setOf("treasurer president secretary chairman chair");

/** Does a title name something other than a paid job? Students, volunteers, trustees, posts in clubs, breaks. */
export function isOther(title: readonly string[]): boolean {
  // "Scout Leader (volunteer)" ends with the bracket's break.
  const words = title.slice(0, title.findLastIndex((word) => word !== BREAK) + 1);
  const [first = "", second = ""] = words;
  const last = words.at(-1) ?? "";
  if (words.length === 1 && (ALONE.has(first) || STUDENTS.has(first))) return true;
  if (first === "volunteer" || words.includes("volunteering"))
    return !KEEPERS.has(second) && !ABOUT_VOLUNTEERS.has(second) && !HEADS.has(first);
  if (words.some((word) => [...STARTS].some((start) => word.startsWith(start)) && !/k(?:oo|o)rdinat/u.test(word)))
    return true;
  if (ONLY_STUDENTS.has(first) || last === "conscript") return true;
  if (words.some((word) => PIECES.some((piece) => word.includes(piece)))) return true;
  if (STUDENTS.has(last) || last === "trustee" || last === "trustees") return true;
  if (first === "fsj" || first === "foj" || first === "bfd") return true;
  if (CLUB_POSTS.has(last) && words.slice(0, -1).some((word) => CLUBS.has(word))) return true;
  // "President, Chess Club", "Trustee, Local Museum"
  if (CLUB_POSTS.has(first) && words.slice(1).some((word) => CLUBS.has(word))) return true;
  if (first === "trustee" && (ALSO.has(second) || CLUB_POSTS.has(second))) return true;
  if (first === "sabbatical" || last === "sabbatical") return !KEEPERS.has(second);
  if (hasPhrase(words, "national service")) return !words.some((word) => KEEPERS.has(word));
  if (first === "member" && BODIES.has(last)) return true;
  if (STUDENTS.has(first) && ALSO.has(second)) return true;
  const study = words.indexOf("student");
  if (study > 0 && ALSO.has(words[study + 1] ?? "") && words.slice(0, study).every((word) => DEGREES.has(word)))
    return true;
  if (last === "governor" && GOVERNED.has(words.at(-2) ?? "")) return true;
  if (hasPhrase(words, "vice president") && words.includes(BREAK) && BODIES.has(last)) return true;
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
    "exchange student",
    "chair of trustees",
    "committee member",
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
