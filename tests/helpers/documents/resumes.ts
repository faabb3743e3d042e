import { diceOf, makePerson, TONGUES, type MadePerson } from "./people.ts";
import { DOCX_LAYOUTS, ODT_LAYOUTS } from "./resume-docs.ts";
import { PDF_LAYOUTS } from "./resume-pdfs.ts";
import { styleOf, WAYS, type Way } from "./resume-texts.ts";

/** Résumés of invented people in eleven layouts, each in three languages and ways to write dates. */

export type MadeResume = { name: string; person: MadePerson; way: Way; bytes: () => Promise<Uint8Array> };

const LANGUAGES = ["en", "de", "fr", "es", "en", "it", "pt", "nl", "en", "pl"];
const LAYOUTS = [
  ...PDF_LAYOUTS.map((make) => ({ make, ending: "pdf" })),
  ...DOCX_LAYOUTS.map((make) => ({ make, ending: "docx" })),
  ...ODT_LAYOUTS.map((make) => ({ make, ending: "odt" })),
];

export function resumeFiles(): MadeResume[] {
  return LAYOUTS.flatMap(({ make, ending }, layout) =>
    [0, 1, 2].map((turn) => {
      const seed = layout * 3 + turn;
      const dice = diceOf(seed + 500);
      const code = turn === 0 ? "en" : (LANGUAGES[(seed * 7) % LANGUAGES.length] ?? "en");
      const words = TONGUES.find((one) => one.code === code);
      if (!words) throw new Error(code);
      const way = WAYS[seed % WAYS.length] ?? "long";
      const person = makePerson(dice, words, 2 + dice.below(6));
      const style = styleOf(dice, code, way);
      return {
        name: `cv-${layout}-${turn}-${code}-${way}.${ending}`,
        person,
        way,
        bytes: async () => make(person, style),
      };
    }),
  );
}
