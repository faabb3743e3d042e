import { hash } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompressSync,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gunzip,
  gzipSync,
  zstdCompressSync,
  zstdDecompress,
  type BrotliOptions,
  type ZlibOptions,
  type ZstdOptions,
} from "node:zlib";

const engines = { br: createBrotliCompress, zstd: createZstdCompress, gzip: createGzip };
const toPackedNow = { br: brotliCompressSync, zstd: zstdCompressSync, gzip: gzipSync };
const unpack = { br: promisify(brotliDecompress), zstd: promisify(zstdDecompress), gzip: promisify(gunzip) };

/** Smaller bodies fit into one TCP segment. Compressing them saves nothing. */
const MIN_BYTES = 1_400;

type Encoding = "br" | "zstd" | "gzip";
/**
 * In order of preference. For an answer that is kept and sent again: the smallest result first. For one that is sent
 * once: the cheapest first, a third of Brotli's work for 7 % more bytes.
 */
const ENCODINGS = { kept: ["br", "zstd", "gzip"], once: ["zstd", "br", "gzip"] } as const;
type Use = keyof typeof ENCODINGS;

/**
 * Up to this size a body is packed at once. Handing it to another thread and back takes more of this thread's time than
 * packing it: for 4 kB by Zstandard 65 microseconds in place of 30.
 */
const MOST_BYTES_AT_ONCE = 8 * 1024;

/**
 * The most that zlib hands over at a time. Nearly every packed page fits. With Node's 16 kB a large one goes to the other
 * thread and back two or three times, which is a quarter of this thread's work for it.
 */
const MOST_BYTES_OF_PIECE = 32 * 1024;

/** After being sent this often, an answer is compressed again, slower and smaller. */
const HOT_ANSWERS = 32;

/** Levels for the first compression, while somebody waits, and for the second, when nobody does. */
const QUICK = { br: 4, zstd: 3, gzip: 5 } as const;
const SMALL = { br: 9, zstd: 15, gzip: 9 } as const;

/** Brotli's smallest and usual window, as powers of two. */
const LEAST_WINDOW = 10;
const USUAL_WINDOW = 22;

/**
 * Brotli and Zstandard are told the size (optionsOf). Otherwise they reserve memory for 4 MB of text, and V8 collects
 * garbage in its whole heap after every ten pages because of it.
 */
function pack(bytes: Buffer, encoding: Encoding, level: number): Promise<Buffer> {
  const options = optionsOf(bytes.length, encoding, level);
  const isQuick = level === QUICK[encoding] && bytes.length <= MOST_BYTES_AT_ONCE;
  return isQuick ? Promise.resolve(toPackedNow[encoding](bytes, options)) : packLater(bytes, encoding, options);
}

/**
 * Compresses on another thread, as Node's `zstdCompress` does. But Node closes its engine before the engine has released
 * the text. V8 keeps an engine until it collects the whole heap, and so many texts made it do that every 60 pages.
 */
function packLater(
  bytes: Buffer,
  encoding: Encoding,
  options: ZlibOptions & ZstdOptions & BrotliOptions,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const engine = engines[encoding](options);
  const pieces: Buffer[] = [];
  engine.on("data", (piece: Buffer) => pieces.push(piece));
  engine.on("error", reject);
  engine.on("close", () => {
    engine.removeAllListeners();
    resolve(Buffer.concat(pieces));
  });
  engine.end(bytes);
  return promise;
}

function optionsOf(size: number, encoding: Encoding, level: number): ZlibOptions & ZstdOptions & BrotliOptions {
  const chunkSize = Math.min(MOST_BYTES_OF_PIECE, size);
  if (encoding === "gzip") return { level, chunkSize };
  if (encoding === "zstd")
    return { params: { [constants.ZSTD_c_compressionLevel]: level }, pledgedSrcSize: size, chunkSize };
  const window = Math.min(USUAL_WINDOW, Math.max(LEAST_WINDOW, Math.ceil(Math.log2(size))));
  return {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  };
}

/** Copies the bytes into memory of their own. zlib returns a part of a larger buffer, all of which would be kept with it. */
function copyOutOfPool(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** True if the header names the encoding and does not refuse it with `q=0`. */
function accepts(header: string, encoding: Encoding): boolean {
  return header.split(",").some((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

const chosen = { kept: new Map<string, Encoding | undefined>(), once: new Map<string, Encoding | undefined>() };
/** Browsers send only a few different headers. Invented ones must not fill the memory. */
const MAX_CHOICES = 100;

function choose(header: string, use: Use): Encoding | undefined {
  const known = chosen[use];
  if (known.has(header)) return known.get(header);
  const encoding = ENCODINGS[use].find((one) => accepts(header, one));
  if (known.size < MAX_CHOICES) known.set(header, encoding);
  return encoding;
}

/** A body in one encoding: its first compression while it runs, then the bytes, and how often they were sent. */
type Form = { first: Promise<Buffer> | undefined; bytes: Buffer | undefined; sent: number };

/**
 * An answer's body. It is compressed when somebody first asks for an encoding, and once more if it is sent often. Large
 * bodies are compressed on zlib's threads, so that other requests continue. A kept body drops its text once it is
 * compressed, because most clients never ask for the text.
 */
export class PackedBody {
  /** The text. A kept body drops it as soon as it is compressed; then this is undefined. */
  #bytes: Buffer | undefined;
  readonly #length: number;
  readonly #forms = new Map<Encoding, Form>();
  #etag: string | undefined;
  readonly #use: Use;

  constructor(body: string | Buffer, use: Use = "kept") {
    this.#use = use;
    this.#bytes = typeof body === "string" ? Buffer.from(body, "utf8") : body;
    this.#length = this.#bytes.length;
  }

  /** The bytes that it takes in memory now. */
  get size(): number {
    let size = this.#bytes?.length ?? 0;
    for (const { bytes } of this.#forms.values()) size += bytes?.length ?? 0;
    return size;
  }

  /** A hash of the text. It reveals nothing about its time or author. */
  get etag(): string {
    this.#etag ??= `W/"${hash("sha256", this.#bytes ?? "", "base64url").slice(0, 22)}"`;
    return this.#etag;
  }

  /** The best encoding for an `Accept-Encoding` header; undefined to send the text uncompressed. */
  encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
    return acceptEncoding === undefined || this.#length < MIN_BYTES ? undefined : choose(acceptEncoding, this.#use);
  }

  /** The bytes in this encoding if they are ready. */
  ready(encoding: Encoding | undefined): Buffer | undefined {
    if (encoding === undefined) return this.#bytes;
    const form = this.#forms.get(encoding);
    if (form?.bytes === undefined) return undefined;
    form.sent += 1;
    // It is packed smaller only once. If that fails, this larger form is sent from then on, too.
    if (form.sent === HOT_ANSWERS) void this.#shrink(form, encoding).catch(() => {});
    return form.bytes;
  }

  async in(encoding: Encoding | undefined): Promise<Buffer> {
    if (encoding === undefined) return this.#text();
    // Others may ask while it is compressed.
    return this.ready(encoding) ?? this.#forms.get(encoding)?.first ?? this.#pack(encoding);
  }

  #text(): Promise<Buffer> {
    if (this.#bytes !== undefined) return Promise.resolve(this.#bytes);
    for (const [encoding, { bytes }] of this.#forms) if (bytes !== undefined) return unpack[encoding](bytes);
    throw new Error("A body has neither its text nor a compressed form.");
  }

  #pack(encoding: Encoding): Promise<Buffer> {
    const first = this.#compress(encoding, QUICK[encoding]);
    const form: Form = { first, bytes: undefined, sent: 0 };
    this.#forms.set(encoding, form);
    first.then(
      (packed) => {
        form.bytes = packed;
        // Otherwise it would stay in memory when smaller bytes take its place.
        form.first = undefined;
        if (this.#use === "kept") this.#dropText();
      },
      // The next one to ask tries again.
      () => this.#forms.delete(encoding),
    );
    return first;
  }

  async #compress(encoding: Encoding, level: number): Promise<Buffer> {
    const packed = await pack(await this.#text(), encoding, level);
    return this.#use === "kept" ? copyOutOfPool(packed) : packed;
  }

  #dropText(): void {
    // The ETag is made of the text.
    this.#etag = this.etag;
    this.#bytes = undefined;
  }

  async #shrink(form: Form, encoding: Encoding): Promise<void> {
    const small = await this.#compress(encoding, SMALL[encoding]);
    if (small.length < (form.bytes?.length ?? Infinity)) form.bytes = small;
  }
}

/** Does the request's `If-None-Match` name this ETag? */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim() === etag || `W/${one.trim()}` === etag);
}
