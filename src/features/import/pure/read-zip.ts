import { Inflate } from "fflate";
import { LIMITS } from "#features/import/rules.ts";

/**
 * Reads single files of a ZIP by its directory. Other files are not unpacked. Unpacking stops at the limits, whatever
 * sizes the archive claims. Record 0038 explains why no library does this.
 */

export type ZipEntry = {
  name: string;
  isEncrypted: boolean;
  /** 0 = stored, 8 = deflated; the rest is not read. */
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  /** Index of its local header. */
  at: number;
};

/** The message is a sentence for the file's owner. */
export class ZipError extends Error {}

/** The message fits a ZIP file of CSV files. */
export class TooLargeError extends ZipError {
  constructor() {
    super("The ZIP file unpacks to more than we read. Choose the CSV files inside it instead.");
  }
}

const DAMAGED = "The ZIP file is incomplete or damaged. Download it again.";
const END = 0x06_05_4b_50;
const END_64 = 0x06_06_4b_50;
const LOCATOR_64 = 0x07_06_4b_50;
const LISTED = 0x02_01_4b_50;
const LOCAL = 0x04_03_4b_50;
/** Bytes of the end record, and of the longest comment after it. */
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function findEnd(view: DataView): number {
  const from = view.byteLength - END_SIZE;
  for (let at = from; at >= Math.max(0, from - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) <= view.byteLength) return at;
  }
  throw new ZipError(DAMAGED);
}

/** Number of entries and index of the directory, from the ZIP64 record if the small one is full. */
function directoryOf(view: DataView): { count: number; start: number } {
  const end = findEnd(view);
  const small = { count: view.getUint16(end + 10, true), start: view.getUint32(end + 16, true) };
  const isFull = small.count !== 0xff_ff && small.start !== 0xff_ff_ff_ff;
  if (isFull || end < 20 || view.getUint32(end - 20, true) !== LOCATOR_64) return small;
  const at = Number(view.getBigUint64(end - 12, true));
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== END_64) throw new ZipError(DAMAGED);
  return { count: Number(view.getBigUint64(at + 32, true)), start: Number(view.getBigUint64(at + 48, true)) };
}

/** Replaces sizes and index that are marked as too large by those of the ZIP64 extra field. */
function large(view: DataView, from: number, to: number, small: readonly number[]): number[] {
  const values = [...small];
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    for (const [index, value] of small.entries()) {
      if (value !== 0xff_ff_ff_ff || next + 8 > to) continue;
      values[index] = Number(view.getBigUint64(next, true));
      next += 8;
    }
  }
  return values;
}

/** The files of the archive, in its order. Throws ZipError. */
export function listZip(bytes: Uint8Array): ZipEntry[] {
  try {
    const view = viewOf(bytes);
    const { count, start } = directoryOf(view);
    if (count > LIMITS.archiveEntries)
      throw new ZipError(`The ZIP file holds more than ${LIMITS.archiveEntries} files.`);
    const entries: ZipEntry[] = [];
    const decoder = new TextDecoder();
    let at = start;
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== LISTED) throw new ZipError(DAMAGED);
      const nameEnd = at + 46 + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      if (extraEnd > view.byteLength) throw new ZipError(DAMAGED);
      const sizes = [20, 24, 42].map((offset) => view.getUint32(at + offset, true));
      const [packed = 0, unpacked = 0, local = 0] = orderOf(large(view, nameEnd, extraEnd, orderOf(sizes)));
      entries.push({
        name: decoder.decode(bytes.subarray(at + 46, nameEnd)),
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packed,
        unpacked,
        at: local,
      });
      at = extraEnd + view.getUint16(at + 32, true);
    }
    return entries;
  } catch (error) {
    // A truncated file makes DataView read past its end.
    throw error instanceof ZipError ? error : new ZipError(DAMAGED);
  }
}

/** ZIP64 has the unpacked size first, the small form the packed one. */
function orderOf([first = 0, second = 0, third = 0]: readonly number[]): number[] {
  return [second, first, third];
}

let table: Uint32Array | undefined;

function crcOf(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
    return value;
  });
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** Packed bytes between two progress messages; a multiple of the step. */
const REPORT_EVERY = LIMITS.unpackStep * 256;

/** Bytes that may still be unpacked; shared by all archives of one import. */
export type Budget = { bytes: number };

function inflate(packed: Uint8Array, limit: number, onProgress: (share: number) => void): Uint8Array {
  const allowed = Math.min(limit, Math.max(LIMITS.unpackRatioFrom, packed.length * LIMITS.unpackRatio));
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  const stream = new Inflate((chunk, isLast) => {
    size += chunk.length;
    if (size <= allowed) chunks.push(chunk);
    isOver ||= isLast;
  });
  for (let at = 0; at < packed.length; at += LIMITS.unpackStep) {
    const next = at + LIMITS.unpackStep;
    stream.push(packed.subarray(at, next), next >= packed.length);
    if (size > allowed) throw new TooLargeError();
    if (at % REPORT_EVERY === 0) onProgress(at / packed.length);
  }
  if (!isOver) throw new ZipError(DAMAGED);
  const whole = new Uint8Array(size);
  let place = 0;
  for (const chunk of chunks) {
    whole.set(chunk, place);
    place += chunk.length;
  }
  return whole;
}

/** The content of one file, at most `limit` bytes. Throws ZipError. */
export function unpack(
  bytes: Uint8Array,
  entry: ZipEntry,
  { limit, budget, onProgress = () => {} }: { limit: number; budget: Budget; onProgress?: (share: number) => void },
): Uint8Array {
  if (entry.isEncrypted)
    throw new ZipError("The file is encrypted. Unpack it with its password and choose the CSV files.");
  if (entry.method !== 0 && entry.method !== 8) throw new ZipError("The file is packed in a way we cannot read.");
  const most = Math.min(limit, budget.bytes);
  if (entry.unpacked > most) throw new TooLargeError();
  try {
    const view = viewOf(bytes);
    if (view.getUint32(entry.at, true) !== LOCAL) throw new ZipError(DAMAGED);
    const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
    if (start + entry.packed > bytes.length) throw new ZipError(DAMAGED);
    const packed = bytes.subarray(start, start + entry.packed);
    const content = entry.method === 0 ? packed : inflate(packed, most, onProgress);
    budget.bytes -= content.length;
    if (content.length !== entry.unpacked || crcOf(content) !== entry.crc) throw new ZipError(DAMAGED);
    return content;
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError(DAMAGED);
  }
}
