import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip, createGzip, type Gzip } from "node:zlib";
import { codeOf, reasonOf } from "#core/errors.ts";
import { fieldsOf } from "#core/fields.ts";
import { fileFault } from "#core/file-fault.ts";

/** A backup that cannot be made or read. The message names the file and the reason. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** The secret, encrypted with a passphrase: scrypt derives the key for AES-256-GCM. All fields are base64. */
export type WrappedSecret = { salt: string; iv: string; tag: string; text: string };

/** A deleted person. See src/server/forgotten.ts. */
type Forgotten = readonly [mark: string, keptUntil: string];

/** How often somebody switched between public, anonymous and private, and the last choice. */
export type Switched = readonly [mark: string, switches: number, visibility: string];

/**
 * Deletions and switches that must be applied again after an older backup is restored. Marks are HMACs under the
 * secret.
 */
export type Marks = { forgotten: readonly Forgotten[]; switched: readonly Switched[] };

export const NO_MARKS: Marks = { forgotten: [], switched: [] };

export type TableHead = { name: string; columns: readonly string[] };

/** The first line of a backup. */
export type BackupHead = {
  format: "pipelines-backup";
  version: 1;
  /** ISO 8601, UTC. */
  madeAt: string;
  /** The migrations that the database had. */
  migrations: readonly string[];
  /** Shows whether a secret is the right one, without revealing it. */
  secretCheck: string;
  wrappedSecret: WrappedSecret | null;
  /** Marks of deleted people, so that an older backup does not bring them back. See src/server/forgotten.ts. */
  forgotten: readonly Forgotten[];
  /** Marks of people who ever switched their visibility. Missing in backups of earlier versions. */
  switched?: readonly Switched[];
  tables: readonly TableHead[];
  /** The next value of each identity column: `last` itself if it was never used, otherwise the one after it. */
  sequences: readonly { table: string; column: string; last: string; used: boolean }[];
};

/** The last line, with the SHA-256 of everything before it. */
type BackupEnd = { rows: Record<string, number>; sha256: string };

type Part =
  | { kind: "head"; head: BackupHead }
  | { kind: "table"; table: string }
  | { kind: "rows"; data: Buffer }
  | { kind: "table-end"; table: string; rows: number }
  | { kind: "end"; rows: Readonly<Record<string, number>> };

const NEWLINE = 0x0a;
/** The end of a table in PostgreSQL's COPY format. No row can look like it. */
const TABLE_END = "\\.";

/** Writes a backup to a temporary file beside its place. Moves it there when it is complete and on disk. */
export class BackupWriter {
  readonly #file: string;
  readonly #gzip: Gzip = createGzip();
  readonly #hash: Hash = createHash("sha256");
  readonly #done: Promise<void>;
  readonly #rows: Record<string, number> = {};

  constructor(file: string) {
    this.#file = file;
    const out = createWriteStream(`${file}.partial`, { flags: "w", mode: 0o600, flush: true });
    this.#done = new Promise((resolve, reject) => {
      out.once("close", resolve);
      out.once("error", (cause) => {
        const words = "Make room, or check BACKUP_DIR and who owns it.";
        reject(new BackupError(`The backup ${file} cannot be written (${reasonOf(cause)}). ${words}`, { cause }));
      });
      this.#gzip.once("error", reject);
    });
    this.#done.catch(() => {});
    this.#gzip.pipe(out);
  }

  async head(head: BackupHead): Promise<void> {
    await this.write(Buffer.from(`${JSON.stringify(head)}\n`));
  }

  /** Writes rows in the format of COPY. */
  async write(data: Buffer): Promise<void> {
    this.#hash.update(data);
    // The race ends if the disk becomes full while this waits.
    if (!this.#gzip.write(data)) await Promise.race([once(this.#gzip, "drain"), this.#done]);
  }

  async endTable(table: string, rows: number): Promise<void> {
    this.#rows[table] = rows;
    await this.write(Buffer.from(`${TABLE_END}\n`));
  }

  /** @throws Error of the file system; nothing is left at the file's place then */
  async finish(): Promise<void> {
    const end: BackupEnd = { rows: this.#rows, sha256: this.#hash.digest("hex") };
    this.#gzip.end(`${JSON.stringify(end)}\n`);
    await this.#done;
    await rename(`${this.#file}.partial`, this.#file);
    const folder = await open(dirname(this.#file));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async discard(): Promise<void> {
    this.#gzip.destroy();
    await rm(`${this.#file}.partial`, { force: true });
  }
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  const text = createGunzip();
  // A reader that stops early closes both streams. Errors reach the reader through the loop.
  pipeline(createReadStream(file), text, () => {});
  for await (const chunk of text as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const piece = chunk.subarray(from, at + 1);
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

const BATCH_BYTES = 64 * 1024;

/**
 * Reads a backup part by part, in order. The last part comes only if the checksum is right.
 * @throws BackupError if the file is not a backup, is damaged or was cut short
 */
export async function* readParts(file: string): AsyncGenerator<Part> {
  try {
    yield* readUnchecked(file);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const fault = fileFault(file, error);
    if (fault !== undefined) throw new BackupError(fault, { cause: error });
    if (codeOf(error)?.startsWith("Z_") || error instanceof SyntaxError) throw damaged(file, error);
    throw error;
  }
}

function damaged(file: string, cause?: unknown): BackupError {
  return new BackupError(`${file} is not a complete backup: it is damaged or was cut short. Take another one.`, {
    cause,
  });
}

async function* readUnchecked(file: string): AsyncGenerator<Part> {
  const hash = createHash("sha256");
  let head: BackupHead | undefined;
  let at = -1;
  let isInside = false;
  let rows = 0;
  let batch: Buffer[] = [];
  let bytes = 0;
  let isWhole = false;
  for await (const line of linesOf(file)) {
    if (isWhole) throw damaged(file);
    if (head === undefined) {
      head = readHead(file, line.toString("utf8"));
      hash.update(line);
      yield { kind: "head", head };
      continue;
    }
    if (!isInside && at + 1 === head.tables.length) {
      const end = JSON.parse(line.toString("utf8")) as BackupEnd | null;
      if (end?.sha256 !== hash.digest("hex")) throw damaged(file);
      isWhole = true;
      yield { kind: "end", rows: end.rows };
      continue;
    }
    hash.update(line);
    if (!isInside) {
      at += 1;
      isInside = true;
      yield { kind: "table", table: nameAt(head, at) };
    }
    if (line.length === 3 && line.toString("latin1") === `${TABLE_END}\n`) {
      if (batch.length > 0) yield { kind: "rows", data: Buffer.concat(batch) };
      yield { kind: "table-end", table: nameAt(head, at), rows };
      [isInside, rows, batch, bytes] = [false, 0, [], 0];
      continue;
    }
    rows += 1;
    batch.push(line);
    bytes += line.length;
    if (bytes < BATCH_BYTES) continue;
    yield { kind: "rows", data: Buffer.concat(batch) };
    [batch, bytes] = [[], 0];
  }
  if (!isWhole) throw damaged(file);
}

function nameAt(head: BackupHead, at: number): string {
  return head.tables[at]?.name ?? "";
}

function readHead(file: string, line: string): BackupHead {
  const value: unknown = JSON.parse(line);
  const { format, version } = fieldsOf(value);
  if (format !== "pipelines-backup") throw new BackupError(`${file} is not a backup of Pipelines.`);
  if (version !== 1) throw new BackupError(`${file} was made by a newer version of Pipelines. Update the program.`);
  return value as BackupHead;
}

/** Reads only the first line. This is quick, but does not check the checksum. */
export async function readBackupHead(file: string): Promise<BackupHead> {
  for await (const part of readParts(file)) {
    if (part.kind === "head") return part.head;
  }
  throw damaged(file);
}

/** Reads a whole backup and checks its checksum. */
export async function checkBackup(file: string): Promise<{ head: BackupHead; rows: Readonly<Record<string, number>> }> {
  let head: BackupHead | undefined;
  for await (const part of readParts(file)) {
    if (part.kind === "head") ({ head } = part);
    if (part.kind === "end" && head !== undefined) return { head, rows: part.rows };
  }
  throw damaged(file);
}
