import { createHash, randomInt } from "node:crypto";
import { finderOf } from "./needles.ts";
import type { RawAnswer } from "./raw.ts";

/** Twelve random letters: no word, no hex, nothing that appears by chance. */
export function newCanary(): string {
  return `q${Array.from({ length: 11 }, () => "bcdfghjkmpqrtvwxz"[randomInt(17)] ?? "q").join("")}`;
}

function inBase64(text: string): string[] {
  // The same bytes look different at each of the three places they can have in a longer text.
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from("\0".repeat(shift) + text)
      .toString("base64")
      .replaceAll("=", "");
    return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
  });
}

/** Every form in which a secret could hide: as it is, escaped, encoded, hashed. */
export function formsOf(secret: string): { folded: string[]; exact: string[] } {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const hashes = ["md5", "sha1", "sha256"].flatMap((name) => {
    const digest = createHash(name).update(secret).digest();
    return [digest.toString("hex"), digest.toString("base64url"), digest.toString("base64").replaceAll("=", "")];
  });
  const folded = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    hex,
    [...bytes].map((byte) => `%${byte.toString(16)}`).join(""),
    [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    [...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join(""),
    [...secret].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join(""),
    [...secret].toReversed().join(""),
  ];
  return { folded: folded.map((form) => form.toLowerCase()), exact: [...inBase64(secret), ...hashes] };
}

type Finder = (text: string) => string[];

function finderFor(secrets: Readonly<Record<string, string>>): Finder {
  const folded = new Map<string, string[]>();
  const exact = new Map<string, string[]>();
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = formsOf(secret);
    for (const form of forms.folded) folded.set(form, [...(folded.get(form) ?? []), name]);
    for (const form of forms.exact) exact.set(form, [...(exact.get(form) ?? []), name]);
  }
  const find = finderOf([...folded.keys(), ...exact.keys()]);
  const names = Object.keys(secrets);
  return (text) => {
    const hits = [...find(text)].flatMap((form) => [
      ...(folded.get(form) ?? []),
      // A form that means something else in other letters counts only as it is.
      ...(exact.has(form) && text.includes(form) ? (exact.get(form) ?? []) : []),
    ]);
    return hits.length === 0 ? [] : names.filter((name) => hits.includes(name));
  };
}

/** The last few sets of secrets; a sweep asks with the same one a thousand times. */
const finders = new Map<string, Finder>();

/** The names of the secrets that a text holds in any form. */
export function findSecrets(text: string, secrets: Readonly<Record<string, string>>): string[] {
  if (Object.keys(secrets).length === 0) return [];
  const key = JSON.stringify(secrets);
  let finder = finders.get(key);
  if (finder === undefined) {
    finder = finderFor(secrets);
    if (finders.size > 20) finders.clear();
    finders.set(key, finder);
  }
  return finder(text);
}

/** All parts of an answer by which two readers could tell a difference, without the request's own id and the time. */
export function shapeOf(answer: RawAnswer): string {
  const headers = [...answer.headers]
    .map(([name, values]) => [name, /^(?:x-request-id|date|ratelimit.*)$/.test(name) ? [""] : values] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  const withoutHashes = headers.map(
    ([name, values]) => `${name}: ${values.join(", ").replace(/'sha256-[^']+'/g, "'hash'")}`,
  );
  const body = answer.text.replace(/"requestId":"[^"]+"/, "").replace(/nonce(?:=|\\?":\\?)"?[\w-]+"?/g, "nonce");
  return [answer.status, ...withoutHashes, "", body].join("\n");
}
