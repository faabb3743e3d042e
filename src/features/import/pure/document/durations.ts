import { foldText } from "#core/text.ts";

/** "3 years 5 months", "4 ans 2 mois", "2年3个月": durations, which are not dates. */

const UNITS = new Set(
  (
    "yr yrs year years mo mos month months jahr jahre jahren monat monate monaten an ans mois ano anos mes meses anno anni " +
    "mese mesi jaar jaren maand maanden ar manad manader maned maneder vuosi vuotta kuukausi kuukautta kk v rok lata lat roku " +
    "miesiac miesiace miesiecy yil ay god goda let год года лет месяц месяца месяцев мес рік роки років місяць місяці " +
    "місяців tahun bulan ani luna luni roky mesic mesice mesicu mesiac mesiace mesiacov ev honap godina godine mjesec " +
    "mjeseca mjeseci χρονια ετη ετος χρονος μηνας μηνες y m j mnd jr"
  )
    .split(" ")
    .map(foldText),
);
const BETWEEN = new Set([
  "and",
  "und",
  "et",
  "y",
  "e",
  "en",
  "och",
  "og",
  "ja",
  "i",
  "a",
  "ve",
  "и",
  "та",
  "less",
  "than",
]);
const EAST_ASIAN = /^(?:\d{1,2}\s?(?:年|년|か月|ヶ月|カ月|ケ月|个月|個月|개월|月)\s?){1,2}$/u;
/** The longest duration, in characters. */
const LONGEST = 40;

/** True for a text that contains only a duration, with or without brackets. */
export function isDuration(text: string): boolean {
  if (text.length > LONGEST || !/\d/.test(text)) return false;
  const bare = text.replace(/[()（）[\]]/gu, "").trim();
  if (EAST_ASIAN.test(bare)) return true;
  const words = foldText(bare)
    .replace(/(\d)([^\d\s])/gu, "$1 $2")
    .split(/[\s,.]+/u)
    .filter((word) => word !== "");
  const units = words.filter((word) => UNITS.has(word));
  return (
    units.length > 0 &&
    words.some((word) => /^\d{1,2}$/.test(word)) &&
    words.every((word) => /^\d{1,2}$/.test(word) || UNITS.has(word) || BETWEEN.has(word))
  );
}
