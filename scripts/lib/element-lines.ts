/** The line number (from 1) of each element of a JSON list, for messages. The text must be valid JSON. */
export function elementLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let inText = false;
  let isExpected = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\n") line += 1;
    if (inText) {
      if (character === "\\") at += 1;
      else if (character === '"') inText = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (depth === 1 && isExpected && character !== "]") {
      lines.push(line);
      isExpected = false;
    }
    if (character === '"') inText = true;
    else if (character === "[" || character === "{") {
      depth += 1;
      if (depth === 1) isExpected = true;
    } else if (character === "]" || character === "}") depth -= 1;
    else if (character === "," && depth === 1) isExpected = true;
  }
  return lines;
}
