import { foldText } from "#core/text.ts";
import type { MONTH_LANGUAGES } from "./months.ts";

/** Words for a job that has not ended, in the languages whose months are known. */
// oxfmt-ignore
export const END_WORDS: Readonly<Record<(typeof MONTH_LANGUAGES)[number], readonly string[]>> = {
  en: ["present", "current", "currently", "current position", "now", "today", "ongoing", "on going", "to date", "till date", "until now", "till now", "up to now", "to present", "until present", "till present", "the present", "present day", "to the present", "continuing", "in progress"],
  de: ["heute", "aktuell", "jetzt", "bis heute", "derzeit", "laufend", "gegenwärtig", "bis jetzt", "bis dato", "dato"],
  fr: ["aujourd'hui", "aujourd’hui", "actuel", "actuellement", "en cours", "à ce jour", "à présent", "présent", "maintenant", "jusqu'à présent", "jusqu'à aujourd'hui", "ce jour"],
  es: ["actualidad", "la actualidad", "presente", "actual", "actualmente", "hoy", "hasta la fecha", "a la fecha", "la fecha", "hasta hoy", "el presente", "en curso", "vigente", "ahora"],
  pt: ["atual", "atualmente", "actualmente", "momento", "o momento", "até o momento", "até ao momento", "até hoje", "hoje", "presente", "até o presente", "em curso", "em andamento", "atualidade", "data atual"],
  it: ["oggi", "attuale", "attualmente", "in corso", "presente", "ad oggi", "a oggi", "ora", "tuttora"],
  nl: ["heden", "tot heden", "nu", "tot nu", "huidig", "momenteel", "vandaag", "tot op heden", "lopend", "t/m heden"],
  sv: ["nu", "nuvarande", "nutid", "idag", "i dag", "pågående", "tills vidare", "för närvarande", "pågår"],
  da: ["nu", "nuværende", "i dag", "idag", "igangværende", "nutid", "til nu", "dags dato"],
  nb: ["nå", "nåværende", "i dag", "idag", "pågående", "pågår", "dags dato", "nåtid"],
  fi: ["nyt", "nykyinen", "nykyhetki", "tällä hetkellä", "jatkuu", "nykyään", "toistaiseksi", "nykyisin"],
  pl: ["obecnie", "do teraz", "teraz", "do dziś", "dziś", "nadal", "aktualnie", "do chwili obecnej", "do nadal", "trwa"],
  cs: ["současnost", "dosud", "nyní", "dnes", "do současnosti", "doposud", "probíhá", "současné", "aktuálně", "trvá"],
  sk: ["súčasnosť", "doteraz", "teraz", "dnes", "do súčasnosti", "prebieha", "aktuálne", "trvá"],
  hr: ["danas", "sada", "trenutno", "do danas", "sadašnjost", "do sada", "u tijeku"],
  hu: ["jelenleg", "jelen", "napjainkig", "most", "mai napig", "a mai napig", "folyamatban", "jelenlegi", "jelenkor"],
  ro: ["prezent", "în prezent", "acum", "actual", "până în prezent", "actualmente", "în curs", "zilele noastre"],
  tr: ["halen", "günümüz", "devam ediyor", "bugün", "şimdi", "şu an", "halihazırda", "devam", "mevcut", "hâlâ"],
  ru: ["настоящее время", "по настоящее время", "по н.в.", "н.в.", "н. в.", "нв", "н/в", "сейчас", "в данный момент", "данный момент", "сегодня", "по сей день", "текущее время", "до настоящего времени"],
  uk: ["теперішній час", "дотепер", "зараз", "сьогодні", "по теперішній час", "донині", "до сьогодні", "н.ч.", "тепер"],
  el: ["σήμερα", "έως σήμερα", "μέχρι σήμερα", "τώρα", "παρόν", "σε εξέλιξη", "τρέχουσα"],
  id: ["sekarang", "saat ini", "kini", "hingga sekarang", "sampai sekarang", "hingga kini", "masa kini", "berjalan"],
  ja: ["現在", "現職", "在職中", "在籍中", "今", "至現在", "現在に至る", "今日"],
  zh: ["至今", "现在", "目前", "今", "目前为止", "迄今", "在职", "現職", "至現在", "現今", "在職"],
  ko: ["현재", "재직중", "재직 중", "지금", "현직", "현재까지"],
};

/** The same in other languages. */
// oxfmt-ignore
const MORE = ["сега", "настояще", "היום", "כיום", "الآن", "حتى الآن", "حالياً", "حاليا", "ปัจจุบัน", "hiện tại", "hiện nay", "वर्तमान"];

export const CURRENT: ReadonlySet<string> = new Set(
  [...Object.values(END_WORDS).flat(), ...MORE].map((word) => foldText(word)),
);
