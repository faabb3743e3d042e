/** Recognises and decodes files by their content. */

type FileKind = "zip" | "json" | "text" | "binary";

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The bytes that are read to recognise a file. */
const HEAD = 1_024;

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

/** A ZIP begins with a local header, an empty one with its end record. */
function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
}

/** A PDF begins within these first bytes. Some programs write something before it. */
export const PDF_HEAD = 1_024;

export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, PDF_HEAD)).includes("%PDF-");
}

/** By its byte order mark. Without one: Latin text in UTF-16 has zeros in nearly every second byte. */
function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(bytes, 0xfe, 0xff)) return "utf-16be";
  const head = bytes.subarray(0, HEAD);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 4;
  if (head.length < 4 || Math.max(even, odd) < many || Math.min(even, odd) * 10 > Math.max(even, odd)) return "utf-8";
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Decides by content, because names are not reliable. */
export function kindOfFile(bytes: Uint8Array): FileKind {
  if (isZip(bytes)) return "zip";
  const encoding = encodingOf(bytes);
  const head = bytes.subarray(0, HEAD);
  if (encoding === "utf-8" && head.includes(0)) return "binary";
  const start = new TextDecoder(encoding).decode(head).trimStart();
  // RTF begins with a brace too.
  return /^[{[]/.test(start) && !start.startsWith("{\\rtf") ? "json" : "text";
}

export const LETTERS_MAY_BE_WRONG = "The file is not written in UTF-8, so letters may be wrong. Check the names.";

/**
 * Reads UTF-8 or UTF-16. Other bytes are read as UTF-8 if most of them are valid, otherwise as Windows-1252, which
 * spreadsheets still write. Both are a guess.
 */
export function textOf(bytes: Uint8Array): { text: string; isGuess: boolean } {
  const encoding = encodingOf(bytes);
  if (encoding !== "utf-8") return { text: new TextDecoder(encoding).decode(bytes), isGuess: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    const lost = text.match(/\uFFFD/gu)?.length ?? 0;
    const whole = (text.match(/[\u{80}-\u{10FFFF}]/gu)?.length ?? 0) - lost;
    return { text: whole > lost ? text : new TextDecoder("windows-1252").decode(bytes), isGuess: true };
  }
}

/** The last part of a path with / or \. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}
