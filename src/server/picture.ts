import { availableParallelism } from "node:os";
import sharp, { type Sharp } from "sharp";
import { AppError } from "#core/errors.ts";

/** Largest file that may be sent: 5 MB. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Edge of the stored square, in pixels. */
const EDGE = 512;
/** Width times height of what is decoded at all; more is a bomb or a poster. */
const MAX_PIXELS = 24_000_000;
const SECONDS = 5;
/** Decoding is the only long work of the process: one core stays free for everybody else. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const QUEUE = 16;

// One thread a picture, nothing kept between pictures, and of the library's many readers only the three that are
// meant: the others (SVG, PDF, ImageMagick …) cannot be reached whatever a file says of itself.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

const FORMATS = ["jpeg", "png", "webp"] as const;
type Format = (typeof FORMATS)[number];

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Makes of an uploaded file the picture that is stored: 512 x 512 WebP, turned
 * as its EXIF says, cut to the middle, with nothing of the file left but what
 * can be seen (no EXIF, XMP, comments, profiles, trailing bytes).
 * @param bytes JPEG, PNG or WebP with one frame, at most 24 megapixels and 5 MB
 * @throws AppError bad-picture for anything else, body-too-large, overloaded when too many wait
 */
export async function encodePicture(bytes: Uint8Array): Promise<Buffer> {
  return inKeyedQueue(bytes, (picture) =>
    picture
      .resize(EDGE, EDGE, { fit: "cover" })
      // The default avatar lies under every picture and must not shine through.
      .flatten({ background: "#ffffff" })
      .webp({ quality: 82 }),
  );
}

/** Edge of a stored logo, in pixels. */
const LOGO_EDGE = 256;

/**
 * Makes of a file a company's logo: whole, in the middle of a 256 x 256 WebP,
 * what lies around it transparent. The same rules and errors as encodePicture.
 */
export async function encodeLogo(bytes: Uint8Array): Promise<Buffer> {
  return inKeyedQueue(bytes, (picture) =>
    picture
      .resize(LOGO_EDGE, LOGO_EDGE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 90 }),
  );
}

/** What is made of a picture once it may be decoded. */
type Shape = (picture: Sharp) => Sharp;

async function encode(bytes: Uint8Array, format: Format, shape: Shape): Promise<Buffer> {
  const options = { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "warning" } as const;
  try {
    // Reads the header only. What the bytes begin with and what the library makes of them must be the same.
    const found = await sharp(bytes, { ...options, pages: -1 }).metadata();
    if (found.format !== format || (found.pages ?? 1) > 1) throw new AppError("bad-picture");
    return await shape(sharp(bytes, options).timeout({ seconds: SECONDS }).autoOrient()).toBuffer();
  } catch (error) {
    // The library's own words may quote the file; nobody needs them.
    throw error instanceof AppError ? error : new AppError("bad-picture");
  }
}

/** What the first bytes say; undefined for every other kind, and for a PNG that moves. */
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

/** An animation announces itself by a chunk before the picture's own data; decoders without a word of it show one frame. */
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

/** As many at once as leave a core free; a full queue is refused. */
async function inKeyedQueue(bytes: Uint8Array, shape: Shape): Promise<Buffer> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) throw new AppError("body-too-large");
  const format = formatOf(bytes);
  if (!format) throw new AppError("bad-picture");
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) throw new AppError("overloaded", { retryAfter: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await encode(bytes, format, shape);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
