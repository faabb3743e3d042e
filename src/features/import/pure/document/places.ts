import { foldText } from "#core/text.ts";
import { countryOf } from "#features/import/pure/country.ts";

/** Recognises where a job was and how it was done (for example remotely): neither is a company or title. */

const MODES = new Set(
  (
    "remote,hybrid,on-site,onsite,on site,in office,home office,homeoffice,fully remote,remotely,worldwide,vor ort,fernarbeit," +
    "à distance,télétravail,hybride,sur site,en remoto,remoto,híbrido,presencial,da remoto,ibrido,in sede,op afstand,hybrid remote," +
    "på distans,zdalnie,zdalna,hybrydowa,uzaktan,hibrit,удалённо,удаленно,リモート,远程,원격"
  )
    .split(",")
    .map(foldText),
);
/** Words for working hours, such as part-time. */
const HOURS = new Set(
  (
    "full-time,part-time,full time,part time,fulltime,parttime,permanent,permanent full-time,temporary,temp,seasonal,fixed-term," +
    "permanent position,contract full-time,contract part-time,seasonal full-time,vollzeit,teilzeit,befristet,unbefristet," +
    "festanstellung,temps plein,temps partiel,cdi,cdd,intérim,jornada completa,media jornada,contrato temporal,tempo integral," +
    "meio período,tempo inteiro,temporário,tempo pieno,a tempo pieno,voltijd,deeltijd,heltid,deltid,kokoaikainen,osa-aikainen," +
    "pełny etat,część etatu,plný úvazek,tam zamanlı,yarı zamanlı,полный рабочий день,частичная занятость,正社員,契約社員,全职,兼职,정규직,계약직"
  )
    .split(",")
    .map(foldText),
);
/** Kinds of work, which may be beside a company, or in place of a title or company. */
const SORTS = new Set(
  (
    "contract,contractor,casual,internship,apprenticeship,freelance,self-employed,praktikum,werkstudent,freiberuflich," +
    "selbstständig,selbständig,ausbildung,geringfügig,minijob,stage,alternance,indépendant,prácticas,estágio,autônomo,autónomo," +
    "tirocinio,apprendistato,freelancer,アルバイト,实习,인턴"
  )
    .split(",")
    .map(foldText),
);
const REGION =
  /(?:^| )(?:area|metropolitan area|metropolregion|region|greater|metropolitana|et périphérie|y alrededores|e dintorni|und umgebung|en omgeving)(?: |$)/u;
/** The longest place, in characters. */
const LONGEST = 80;
const MOST_WORDS = 9;

/** "Full-time": neither title nor company. */
export function isHours(text: string): boolean {
  return HOURS.has(foldText(text));
}

/** "Internship", "Self-employed": says nothing if title and company are beside it. */
export function isSort(text: string): boolean {
  return SORTS.has(foldText(text));
}

export function isMode(text: string): boolean {
  return MODES.has(foldText(text).replace(/[()]/g, ""));
}

/**
 * True if the text itself shows that it is a place: a country, a state, "Greater …". A city alone cannot be recognised.
 */
export function isPlace(text: string): boolean {
  if (text === "" || text.length > LONGEST || text.split(" ").length > MOST_WORDS) return false;
  const [first = "", second] = text.split(/ [·•|(] ?/u);
  if (isMode(first)) return true;
  if (second !== undefined && isMode(second.replace(")", ""))) return true;
  if (countryOf(first).countryCode !== "") return true;
  return /^[^,]{2,40}, ?[A-Z]{2}(?: \d{5})?$/u.test(first) || REGION.test(foldText(first));
}
