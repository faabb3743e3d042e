import { foldText } from "#core/text.ts";

/**
 * Finds a search text in a name, ignoring case and accents. Prefers the start of the name, then the start of a word,
 * then any place.
 * @returns [from, to) in UTF-16 units of the name, or undefined
 */
export function matchRange(name: string, search: string): [number, number] | undefined {
  const wanted = foldText(search);
  if (wanted === "") return undefined;
  // foldText may lengthen or drop characters, so each folded unit remembers where it came from.
  let folded = "";
  const from: number[] = [];
  const to: number[] = [];
  for (let index = 0; index < name.length;) {
    const character = String.fromCodePoint(name.codePointAt(index) ?? 0);
    const piece = /\s/u.test(character) ? " " : foldText(character);
    for (let unit = 0; unit < piece.length; unit += 1) {
      from.push(index);
      to.push(index + character.length);
    }
    // A combining mark belongs to the letter before it.
    if (piece === "" && to.length > 0) to[to.length - 1] = index + character.length;
    folded += piece;
    index += character.length;
  }
  const place = bestPlace(folded, wanted);
  if (place === undefined) return undefined;
  const start = from[place];
  const end = to[place + wanted.length - 1];
  return start === undefined || end === undefined ? undefined : [start, end];
}

function bestPlace(folded: string, wanted: string): number | undefined {
  let first: number | undefined;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? "")) return at;
    first ??= at;
  }
  return first;
}
