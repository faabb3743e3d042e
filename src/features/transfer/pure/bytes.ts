/** What a file is, told by its first bytes, and its text. */

export type FileKind = "zip" | "json" | "text" | "binary";

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

/** A zip begins with a local header, an empty one with its end. */
export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  return startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8";
}

/** Decides by content; a name says nothing that can be trusted. */
export function kindOfFile(bytes: Uint8Array): FileKind {
  if (isZip(bytes)) return "zip";
  if (encodingOf(bytes) !== "utf-8") return "text";
  const start = startsWith(bytes, 0xef, 0xbb, 0xbf) ? 3 : 0;
  const head = bytes.subarray(start, start + 1_024);
  if (head.includes(0)) return "binary";
  const first = head.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b ? "json" : "text";
}

/** UTF-8 or UTF-16 by its mark; bytes that are no UTF-8 are read as old Western text, which spreadsheets still write. */
export function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== "utf-8") return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The last part of a path in either spelling. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}
