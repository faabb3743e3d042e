import type { Dice, MadeJob, MadePerson, Month } from "./people.ts";

/** Ways in which people write dates and headings in résumés. */

export type Style = {
  dates: (job: MadeJob) => string;
  headings: Readonly<Record<"profile" | "job" | "school" | "skills" | "courses", string>>;
};

const HEADINGS: Readonly<Record<string, readonly (readonly [string, string, string, string, string])[]>> = {
  en: [
    ["Summary", "Work Experience", "Education", "Skills", "Certifications"],
    ["PROFILE", "PROFESSIONAL EXPERIENCE", "EDUCATION", "TECHNICAL SKILLS", "COURSES"],
    ["About me", "Employment History", "Education and Training", "Key Skills", "Certificates"],
    ["Objective", "Experience", "Academic Background", "Languages", "Awards"],
  ],
  de: [
    ["Profil", "Berufserfahrung", "Ausbildung", "Kenntnisse", "Weiterbildung"],
    ["Kurzprofil", "Beruflicher Werdegang", "Studium", "EDV-Kenntnisse", "Zertifikate"],
  ],
  fr: [["Profil", "Expériences professionnelles", "Formation", "Compétences", "Langues"]],
  es: [["Perfil", "Experiencia laboral", "Formación académica", "Habilidades", "Cursos"]],
  pt: [["Resumo", "Experiência profissional", "Formação acadêmica", "Competências", "Cursos"]],
  it: [["Profilo", "Esperienze professionali", "Istruzione e formazione", "Competenze", "Corsi"]],
  nl: [["Profiel", "Werkervaring", "Opleidingen", "Vaardigheden", "Cursussen"]],
  pl: [["Podsumowanie", "Doświadczenie zawodowe", "Wykształcenie", "Umiejętności", "Kursy"]],
};

const NOW: Readonly<Record<string, string>> = {
  en: "Present",
  de: "heute",
  fr: "aujourd’hui",
  es: "actualidad",
  pt: "atual",
  it: "oggi",
  nl: "heden",
  pl: "obecnie",
};

const two = (value: number): string => String(value).padStart(2, "0");

function monthName([year, month]: Month, code: string, length: "short" | "long"): string {
  const date = new Date(Date.UTC(year, month - 1, 15));
  const name = new Intl.DateTimeFormat(code, { month: length, year: "numeric", timeZone: "UTC" }).format(date);
  return name;
}

/** How precise a date is in each way of writing. */
export const WAYS = ["slashes", "dots", "years", "short", "long", "iso"] as const;
export type Way = (typeof WAYS)[number];

export function styleOf(dice: Dice, code: string, way: Way): Style {
  const [profile, job, school, skills, courses] = dice.of(HEADINGS[code] ?? HEADINGS["en"] ?? []);
  const dash = dice.of([" – ", " - ", "–", " — "]);
  const at = (when: Month): string => {
    if (way === "slashes") return `${two(when[1])}/${when[0]}`;
    if (way === "dots") return `${two(when[1])}.${when[0]}`;
    if (way === "iso") return `${when[0]}-${two(when[1])}`;
    if (way === "years") return String(when[0]);
    return monthName(when, code, way);
  };
  const sign = way === "iso" ? " – " : dash;
  return {
    headings: { profile, job, school, skills, courses },
    dates: ({ start, end }) => {
      if (!start || !end) return "";
      if (way === "years" && end !== "now" && end[0] === start[0]) return String(start[0]);
      return `${at(start)}${sign}${end === "now" ? (NOW[code] ?? "Present") : at(end)}`;
    },
  };
}

export const COURSES = [
  "First aid, Red Cross (2019)",
  "Project management, 03/2018 – 04/2018",
  "AWS Solutions Architect, 2021",
];
export const SKILLS = ["PostgreSQL, TypeScript, Go", "English C2, Deutsch B1", "Driving licence since 2009"];

export function intro(person: MadePerson): string {
  return `${person.headline}. Eleven years of practice, from 2014 on with teams of up to 20 people, and a liking for things that work.`;
}
