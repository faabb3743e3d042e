import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import { AppError } from "#core/errors.ts";
import { readOnce } from "#core/read-once.ts";
import { Semaphore } from "./keyed-queue.ts";

/** Largest file that may be sent: 5 MB. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Edge of the stored square, in pixels. */
const EDGE = 512;
/** The most pixels (width times height) to decode. Larger files are decompression bombs or posters. */
const MAX_PIXELS = 24_000_000;
/** The longest time for one picture. */
const DECODE_SECONDS = 5;
/** Decoding is the only long work of this process. One core stays free for everybody else. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const MAX_WAITING = 16;
/** Longer than the pictures before it take together, so that no waiting picture is refused. */
const MAX_WAIT_MS = 2 * MAX_WAITING * DECODE_SECONDS * 1_000;
/** Seconds after which a refused upload may be tried again. */
const RETRY_SECONDS = 5;
const decoding = new Semaphore(AT_ONCE, MAX_WAITING, MAX_WAIT_MS, RETRY_SECONDS);

/**
 * Loads the library: ten megabytes. One thread per picture, and no cache between pictures. Of the library's many
 * readers, only the needed three are allowed. So no file can reach the others (SVG, PDF, ImageMagick …), whatever type
 * it claims.
 */
const openSharp = readOnce(async () => {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
  });
  return sharp;
});

const FORMATS = ["jpeg", "png", "webp"] as const;
type Format = (typeof FORMATS)[number];

/**
 * Converts an uploaded file to the picture to store: 512 x 512 WebP, rotated as its EXIF says and cropped to the
 * middle. Only the visible pixels remain (no EXIF, XMP, comments, profiles, trailing bytes).
 * @param bytes JPEG, PNG or WebP with one frame, at most 24 megapixels and 5 MB
 * @throws AppError bad-picture for anything else, body-too-large, or overloaded if too many wait
 */
export async function encodePicture(bytes: Uint8Array): Promise<Buffer> {
  return convert(bytes, (picture) =>
    picture
      .resize(EDGE, EDGE, { fit: "cover" })
      // The default avatar lies under every picture and must not show through.
      .flatten({ background: "#ffffff" })
      .webp({ quality: 82 }),
  );
}

/** Edge of a stored logo, in pixels. */
const LOGO_EDGE = 256;

/**
 * Converts a file to a company's logo: uncropped, in the middle of a 256 x 256 WebP, with a transparent border. Rules
 * and errors are those of encodePicture.
 */
export async function encodeLogo(bytes: Uint8Array): Promise<Buffer> {
  return convert(bytes, (picture) =>
    picture
      .resize(LOGO_EDGE, LOGO_EDGE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 90 }),
  );
}

/** What to make of a picture after the checks. */
type Shape = (picture: Sharp) => Sharp;

async function encode(bytes: Uint8Array, format: Format, shape: Shape): Promise<Buffer> {
  const options = { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "warning" } as const;
  const sharp = await openSharp();
  try {
    // Read only the header. The first bytes and the library must agree on the format.
    const found = await sharp(bytes, { ...options, pages: -1 }).metadata();
    if (found.format !== format || (found.pages ?? 1) > 1) throw new AppError("bad-picture");
    return await shape(sharp(bytes, options).timeout({ seconds: DECODE_SECONDS }).autoOrient()).toBuffer();
  } catch (error) {
    // Hide the library's message, which may quote the file.
    throw error instanceof AppError ? error : new AppError("bad-picture");
  }
}

/** The format according to the first bytes. Undefined for other formats and for animated PNGs. */
function formatOf(bytes: Uint8Array): Format | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (head.length < 16) return undefined;
  if (head.readUIntBE(0, 3) === 0xff_d8_ff) return "jpeg";
  if (head.subarray(0, 4).equals(WEBP_RIFF) && head.toString("latin1", 8, 12) === "WEBP") return "webp";
  if (head.subarray(0, 8).equals(PNG)) return isMovingPng(head) ? undefined : "png";
  return undefined;
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const WEBP_RIFF = Buffer.from("RIFF");

/** An animated PNG has a certain chunk before the picture's data. Decoders that do not know it show one frame. */
function isMovingPng(file: Buffer): boolean {
  let at = PNG.length;
  while (at + 8 <= file.length) {
    const kind = file.toString("latin1", at + 4, at + 8);
    if (kind === "acTL") return true;
    if (kind === "IDAT" || kind === "IEND") return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}

/** Checks a file, and converts it in its turn. */
async function convert(bytes: Uint8Array, shape: Shape): Promise<Buffer> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) throw new AppError("body-too-large");
  const format = formatOf(bytes);
  if (!format) throw new AppError("bad-picture");
  return decoding.pass(() => encode(bytes, format, shape));
}
