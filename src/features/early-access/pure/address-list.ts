import { numberText } from "#core/number-text.ts";
import { emailKey, isEmail } from "#core/email.ts";
import { MAX_ADDRESSES } from "#features/early-access/rules.ts";

export type AddressList = {
  /** Valid addresses in the pasted order, without duplicates. */
  addresses: string[];
  /** Number of duplicates. */
  repeated: number;
  /** Texts that are no addresses, as written. */
  wrong: string[];
};

/** `Ada <ada@example.test>`, `"Ada, B." <ada@example.test>`: the address alone is read. */
const NAMED = /<\s*([^<>\s]+)\s*>/g;

/**
 * Reads addresses from pasted text: lines, table columns, or the "To" field of a mail program. Names beside addresses are
 * ignored. Lines without an @ are reported as wrong.
 */
export function readAddresses(text: string): AddressList {
  const list: AddressList = { addresses: [], repeated: 0, wrong: [] };
  const seen = new Set<string>();
  for (const line of text.split(/[\n\r;]+/)) {
    const named = [...line.matchAll(NAMED)].map((match) => match[1] ?? "");
    const words = line
      .replaceAll(/"[^"]*"/g, " ")
      .replaceAll(NAMED, ",")
      .split(/[\s,]+/)
      .map((word) => word.replace(/^mailto:/i, "").replace(/[.:]$/, ""))
      .filter((word) => word !== "");
    // Words beside an address are a name or another column. A line without any address is a mistake.
    const typed = words.filter((word) => word.includes("@"));
    const found = [...named, ...typed];
    if (found.length === 0 && words.length > 0) list.wrong.push(line.trim());
    for (const address of found) {
      const key = emailKey(address);
      if (!isEmail(address)) list.wrong.push(address);
      else if (seen.has(key)) list.repeated += 1;
      else {
        seen.add(key);
        list.addresses.push(address);
      }
    }
  }
  return list;
}

/** Why nothing can be sent to this list; undefined when it can. */
export function checkAddresses({ addresses }: AddressList): string | undefined {
  if (addresses.length === 0) return "Paste at least one e-mail address.";
  if (addresses.length <= MAX_ADDRESSES) return undefined;
  return `A list has at most ${MAX_ADDRESSES} addresses; this one has ${numberText(addresses.length)}. Send it in parts.`;
}
