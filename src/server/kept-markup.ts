import { hash, randomBytes } from "node:crypto";
import { HOUR_MS } from "#core/calendar.ts";

/** A card has about two kilobytes, a company's figures a hundred. */
const MOST_BYTES = 8 * 1024 * 1024;
/** What a kept part costs beside its markup: its key, and its places in the map. */
const BYTES_OF_ENTRY = 300;
/** A part that was not used for this long is dropped when the next one is added: it may show somebody who has left. */
const LONGEST_UNUSED_MS = HOUR_MS;

/** Text and kept markup by turns. They are copied once, into the page's bytes. */
type Parts = readonly (string | Buffer)[];

/** Markup, and the digest that stands for it in a document. `size` in bytes. */
export type Piece = { digest: string; parts: Parts; size: number };

type Kept = { bytes: Buffer; usedAt: number };

/**
 * Markup of parts of pages, kept by what it was made of. Its key is a digest of everything that it shows, so it cannot
 * be stale, and a change that a part does not show leaves it as it is.
 */
export class KeptMarkup {
  readonly #kept = new Map<string, Kept>();
  readonly #most: number;
  readonly #now: () => number;
  #bytes = 0;

  /** @param now the time in milliseconds */
  constructor(most = MOST_BYTES, now = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  get(source: string, make: () => string): { digest: string; bytes: Buffer } {
    const digest = digestOf(source);
    const known = this.#kept.get(digest);
    const usedAt = this.#now();
    if (known !== undefined) {
      // The oldest is dropped first, so what is used becomes the newest.
      this.#kept.delete(digest);
      this.#kept.set(digest, { bytes: known.bytes, usedAt });
      return { digest, bytes: known.bytes };
    }
    const text = make();
    // Memory of its own: small buffers share pieces of 64 kB, and one that is kept would keep the whole piece.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    bytes.write(text);
    if (costOf(bytes) > this.#most / 8) return { digest, bytes };
    this.#kept.set(digest, { bytes, usedAt });
    this.#bytes += costOf(bytes);
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#most && usedAt - kept.usedAt <= LONGEST_UNUSED_MS) break;
      this.#kept.delete(oldest);
      this.#bytes -= costOf(kept.bytes);
    }
    return { digest, bytes };
  }
}

function digestOf(text: string): string {
  return hash("sha256", text, "base64url");
}

function sizeOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + (typeof part === "string" ? Buffer.byteLength(part) : part.length), 0);
}

function joined(parts: Parts): Buffer {
  const bytes = Buffer.allocUnsafe(sizeOf(parts));
  let at = 0;
  for (const part of parts) at += typeof part === "string" ? bytes.write(part, at) : part.copy(bytes, at);
  return bytes;
}

function costOf(bytes: Buffer): number {
  return bytes.length + BYTES_OF_ENTRY;
}

/** Of this process, for all its pages. */
const KEPT = new KeptMarkup();

/** Stands for kept markup while a document is made. Each process makes its own mark and never sends it. */
const MARK = randomBytes(16).toString("base64url");
const DIGEST_LENGTH = 43;

/** The kept markup in one answer. */
export class PageMarkup {
  /** A whole page. After a navigation in the browser, the router asks for the data alone. */
  readonly isDocument: boolean;
  readonly #kept: KeptMarkup;
  readonly #used = new Map<string, Parts>();

  constructor(isDocument: boolean, kept = KEPT) {
    this.#kept = kept;
    this.isDocument = isDocument;
  }

  /**
   * The markup as text; in a document, a short text that `finish` replaces. So React, the scripts' hashes and everything
   * else that reads the document's text need not read it.
   */
  keep(source: string, make: () => string): string {
    const { digest, bytes } = this.#kept.get(source, make);
    return this.#name(digest, [bytes]);
  }

  /** The same for a piece that the caller has kept. */
  put({ digest, parts }: Piece): string {
    return this.#name(digest, parts);
  }

  #name(digest: string, parts: Parts): string {
    if (!this.isDocument) return joined(parts).toString("utf8");
    this.#used.set(digest, parts);
    return MARK + digest;
  }

  /** Draws a part with kept markup in it as one piece, which the caller can keep. */
  pieceOf(draw: (markup: PageMarkup) => string): Piece {
    const inside = new PageMarkup(true, this.#kept);
    const parts = inside.#partsOf(draw(inside));
    // A random name: nobody looks for this piece by what it shows, and hashing a whole page's body takes long.
    return { digest: randomBytes(32).toString("base64url"), parts, size: sizeOf(parts) };
  }

  digestOf(text: string): string {
    return digestOf(text);
  }

  /** The document's bytes. */
  finish(html: string): Buffer {
    return joined(this.#partsOf(html));
  }

  #partsOf(html: string): Parts {
    const [first = "", ...rest] = html.split(MARK);
    const parts: (string | Buffer)[] = [first];
    for (const text of rest)
      parts.push(...(this.#used.get(text.slice(0, DIGEST_LENGTH)) ?? []), text.slice(DIGEST_LENGTH));
    return parts;
  }
}
