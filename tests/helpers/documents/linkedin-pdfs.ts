import {
  diceOf,
  makePerson,
  TONGUES,
  type Dice,
  type MadeJob,
  type MadePerson,
  type Month,
  type Tongue,
} from "./people.ts";
import { PdfCanvas } from "./pdf-canvas.ts";

/** PDFs as LinkedIn makes them of a profile: letter size, a dark rail at the left, the profile at the right. */

type Words = {
  contact: string;
  skills: string;
  languages: string;
  summary: string;
  experience: string;
  education: string;
  present: string;
  years: readonly [string, string];
  months: readonly [string, string];
  page: (at: number, of: number) => string;
};

const wordsFrom = (
  [contact, skills, languages, summary, experience, education, present]: readonly string[],
  years: readonly [string, string],
  months: readonly [string, string],
  page: Words["page"],
): Words => ({
  contact: contact ?? "",
  skills: skills ?? "",
  languages: languages ?? "",
  summary: summary ?? "",
  experience: experience ?? "",
  education: education ?? "",
  present: present ?? "",
  years,
  months,
  page,
});

const WORDS: Readonly<Record<string, Words>> = {
  en: wordsFrom(
    ["Contact", "Top Skills", "Languages", "Summary", "Experience", "Education", "Present"],
    ["year", "years"],
    ["month", "months"],
    (a, b) => `Page ${a} of ${b}`,
  ),
  de: wordsFrom(
    ["Kontakt", "Top-Kenntnisse", "Languages", "Zusammenfassung", "Berufserfahrung", "Ausbildung", "Present"],
    ["Jahr", "Jahre"],
    ["Monat", "Monate"],
    (a, b) => `Page ${a} of ${b}`,
  ),
  fr: wordsFrom(
    ["Coordonnées", "Principales compétences", "Languages", "Résumé", "Expérience", "Formation", "Present"],
    ["an", "ans"],
    ["mois", "mois"],
    (a, b) => `Page ${a} of ${b}`,
  ),
  es: wordsFrom(
    ["Contactar", "Aptitudes principales", "Languages", "Extracto", "Experiencia", "Educación", "Present"],
    ["año", "años"],
    ["mes", "meses"],
    (a, b) => `Página ${a} de ${b}`,
  ),
  pt: wordsFrom(
    ["Contato", "Principais competências", "Languages", "Resumo", "Experiência", "Formação acadêmica", "Present"],
    ["ano", "anos"],
    ["mês", "meses"],
    (a, b) => `Página ${a} de ${b}`,
  ),
  it: wordsFrom(
    ["Contatti", "Competenze principali", "Languages", "Riepilogo", "Esperienza", "Formazione", "Present"],
    ["anno", "anni"],
    ["mese", "mesi"],
    (a, b) => `Page ${a} of ${b}`,
  ),
  nl: wordsFrom(
    ["Contact", "Topvaardigheden", "Talen", "Samenvatting", "Ervaring", "Opleiding", "heden"],
    ["jaar", "jaar"],
    ["maand", "maanden"],
    (a, b) => `Pagina ${a} van ${b}`,
  ),
  pl: wordsFrom(
    ["Kontakt", "Najważniejsze umiejętności", "Języki", "Podsumowanie", "Doświadczenie", "Wykształcenie", "obecnie"],
    ["rok", "lata"],
    ["miesiąc", "miesięcy"],
    (a, b) => `Strona ${a} z ${b}`,
  ),
  tr: wordsFrom(
    ["İletişim", "En Önemli Yetenekler", "Diller", "Özet", "Deneyim", "Eğitim", "halen"],
    ["yıl", "yıl"],
    ["ay", "ay"],
    (a, b) => `Sayfa ${a} / ${b}`,
  ),
  ru: wordsFrom(
    ["Контакты", "Основные навыки", "Языки", "Общие сведения", "Опыт работы", "Образование", "настоящее время"],
    ["год", "лет"],
    ["месяц", "месяцев"],
    (a, b) => `Страница ${a} из ${b}`,
  ),
  ja: wordsFrom(
    ["連絡先", "上位スキル", "言語", "概要", "職歴", "学歴", "現在"],
    ["年", "年"],
    ["か月", "か月"],
    (a, b) => `${a} / ${b}ページ`,
  ),
  zh: wordsFrom(
    ["联系方式", "热门技能", "语言", "个人简介", "工作经历", "教育经历", "至今"],
    ["年", "年"],
    ["个月", "个月"],
    (a, b) => `第 ${a} 页，共 ${b} 页`,
  ),
  ko: wordsFrom(
    ["연락처", "주요 기술", "언어", "간략 설명", "경력", "학력", "현재"],
    ["년", "년"],
    ["개월", "개월"],
    (a, b) => `${a} / ${b} 페이지`,
  ),
  sv: wordsFrom(
    ["Kontakt", "Främsta kompetenser", "Språk", "Sammanfattning", "Erfarenhet", "Utbildning", "nu"],
    ["år", "år"],
    ["månad", "månader"],
    (a, b) => `Sida ${a} av ${b}`,
  ),
  // A heading that no list of ours has: its letters must do.
  cs: wordsFrom(
    ["Kontakt", "Nejlepší dovednosti", "Jazyky", "Shrnutí", "Kde jsem pracovala", "Kde jsem studovala", "současnost"],
    ["rok", "roky"],
    ["měsíc", "měsíců"],
    (a, b) => `Stránka ${a} z ${b}`,
  ),
};

function wordsOf(code: string): Words {
  const found = WORDS[code] ?? WORDS["en"];
  if (!found) throw new Error(code);
  return found;
}

/** By language: making one takes far longer than using it. */
const monthFormats = new Map<string, Intl.DateTimeFormat>();

function monthText([year, month]: Month, code: string): string {
  const format =
    monthFormats.get(code) ?? new Intl.DateTimeFormat(code, { month: "long", year: "numeric", timeZone: "UTC" });
  monthFormats.set(code, format);
  return format.format(new Date(Date.UTC(year, month - 1, 15)));
}

function lengthText(months: number, { years, months: names }: Words, code: string): string {
  const isTight = ["ja", "zh", "ko"].includes(code);
  const part = (count: number, [one, more]: readonly [string, string]): string =>
    count === 0 ? "" : `${count}${isTight ? "" : " "}${count === 1 ? one : more}`;
  return [part(Math.floor(months / 12), years), part(months % 12, names)]
    .filter((text) => text !== "")
    .join(isTight ? "" : " ");
}

const monthsOf = ([year, month]: Month): number => year * 12 + month;
const NOW: Month = [2026, 11];

function datesText({ start, end }: MadeJob, code: string): { range: string; length: string } {
  if (!start || !end) return { range: "", length: "" };
  const last = end === "now" ? NOW : end;
  const own = wordsOf(code);
  const range = `${monthText(start, code)} - ${end === "now" ? own.present : monthText(end, code)}`;
  return { range, length: `(${lengthText(Math.max(1, monthsOf(last) - monthsOf(start) + 1), own, code)})` };
}

const RAIL = 17.6;
const MAIN = 219.6;
const MAIN_WIDTH = 360;
const BOTTOM = 730;

class Profile {
  readonly canvas = new PdfCanvas(612, 792);
  #y = 53.6;
  pages = 1;

  /** A line of the profile; breaks the page where there is no room. */
  line(text: string, size: number, room: number, color = "#181818"): void {
    for (const [index, part] of this.canvas.wrap(text, MAIN_WIDTH, { size }).entries()) {
      const step = index === 0 ? room : size * 1.5;
      if (this.#y + step > BOTTOM) {
        this.canvas.addPage();
        this.rail(0);
        this.pages += 1;
        this.#y = 45;
      } else this.#y += step;
      this.canvas.put(part, { x: MAIN, y: this.#y, size, color });
    }
  }

  /** Another piece on the same line. */
  beside(text: string, before: string, size: number): void {
    const x = MAIN + this.canvas.widthOf(before, { size }) + size * 0.3;
    this.canvas.put(text, { x, y: this.#y, size, color: "#5e5e5e" });
  }

  rail(height: number): void {
    if (height === 0) this.canvas.fill(0, 0, 200, 792, "#293e49");
  }

  foot(page: string): void {
    this.canvas.put(page, { x: 377, y: 763, size: 9, color: "#5e5e5e" });
  }
}

function railLines(person: MadePerson, own: Words, dice: Dice): { text: string; size: number; room: number }[] {
  const handle = `${person.first}-${person.last}`.toLowerCase().replace(/[^a-z]+/g, "") || "invented";
  const address = `www.linkedin.com/in/${handle}-${String(dice.below(90_000_000) + 10_000_000)}`;
  const [head, tail] = [address.slice(0, 30), address.slice(30)];
  const small = (text: string): { text: string; size: number; room: number } => ({ text, size: 10.5, room: 17.6 });
  const heading = (text: string): { text: string; size: number; room: number } => ({ text, size: 13, room: 33 });
  return [
    heading(own.contact),
    ...(dice.chance(0.5) ? [small("nova.quill@example.test")] : []),
    { text: head, size: 11, room: 31 },
    { text: `${tail} (LinkedIn)`.trim(), size: 11, room: 14.4 },
    heading(own.skills),
    ...["Negotiation", "PostgreSQL", "Public speaking"].map(small),
    ...(dice.chance(0.7)
      ? [heading(own.languages), small("English (Native or Bilingual)"), small("Deutsch (Elementary)")]
      : []),
    ...(dice.chance(0.4)
      ? [heading("Certifications"), small("First aid 2019"), small("Safety at work, 2017 - 2020")]
      : []),
    ...(dice.chance(0.3) ? [heading("Honors-Awards"), small("Employee of the Month")] : []),
  ];
}

function drawJobs(profile: Profile, person: MadePerson, words: Tongue, dice: Dice): void {
  const own = wordsOf(words.code);
  for (const [at, job] of person.jobs.entries()) {
    const isNew = person.jobs[at - 1]?.company !== job.company;
    const isMany = isNew && person.jobs[at + 1]?.company === job.company;
    if (isNew) {
      profile.line(job.company, 12, at === 0 ? 30 : 38);
      if (isMany) profile.line(lengthText(30 + dice.below(60), own, words.code), 10.5, 15);
    }
    profile.line(job.title, 11.5, isNew ? 16 : 26);
    const { range, length } = datesText(job, words.code);
    if (range !== "") {
      profile.line(range, 10.5, 14.5);
      profile.beside(length, range, 10.5);
    }
    if (job.place !== "") profile.line(job.place, 10.5, 15.5, "#b0b0b0");
    for (const [index, text] of job.texts.entries()) profile.line(text, 10.5, index === 0 ? 20.3 : 18);
  }
}

export async function linkedinPdf(person: MadePerson, words: Tongue, dice: Dice): Promise<Uint8Array> {
  const own = wordsOf(words.code);
  const profile = new Profile();
  const { canvas } = profile;
  // Each page shows the number of pages, so the document is drawn twice.
  const draw = (target: Profile, count: number, roll: Dice): void => {
    target.rail(0);
    let y = 42;
    for (const { text, size, room } of railLines(person, own, roll)) {
      y += room;
      target.canvas.put(text, { x: RAIL, y, size, color: "#ffffff" });
    }
    const foot = (): void => {
      if (count > 0) target.foot(own.page(target.pages, count));
    };
    const add = target.canvas.addPage.bind(target.canvas);
    target.canvas.addPage = () => {
      foot();
      add();
    };
    target.line(`${person.first} ${person.last}`, 26, 0);
    target.line(person.headline, 12, 21);
    target.line(person.place, 12, 18, "#b0b0b0");
    if (roll.chance(0.6)) {
      target.line(own.summary, 15.75, 38);
      for (let left = 1 + roll.below(3); left > 0; left -= 1) target.line(roll.of(words.texts), 12, 22);
    }
    target.line(own.experience, 15.75, 38);
    drawJobs(target, person, words, roll);
    target.line(own.education, 15.75, 42);
    for (const { school, degree, start, end } of person.schools) {
      target.line(school, 12, 30);
      target.line(`${degree} · (${start} - ${end})`, 10.5, 15);
    }
    foot();
  };
  const seed = dice.below(1_000_000);
  draw(profile, 0, diceOf(seed));
  const { pages } = profile;
  await canvas.bytes();
  const real = new Profile();
  draw(real, pages, diceOf(seed));
  return real.canvas.bytes();
}

export type Made = { name: string; person: MadePerson; bytes: () => Promise<Uint8Array> };

/** Thirty-two: every language, one to fourteen jobs, some undated. */
export function linkedinFiles(): Made[] {
  return Array.from({ length: 32 }, (_, seed) => {
    const words = TONGUES[seed % TONGUES.length];
    if (!words) throw new Error("no language");
    const dice = diceOf(seed + 1);
    const person = makePerson(dice, words, 1 + ((seed * 5) % 14), seed % 4 === 0 ? 0.1 : 0);
    return {
      name: `Profile-${seed}-${words.code}.pdf`,
      person,
      bytes: () => linkedinPdf(person, words, diceOf(seed + 1_000)),
    };
  });
}
