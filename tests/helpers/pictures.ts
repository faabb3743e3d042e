import { constants, crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";

/** Pictures for tests, drawn here: no file of anybody's lies in the repository. */

type Drawn = { width?: number; height?: number; background?: string; exif?: Record<string, string> };

function drawing({ width = 640, height = 480, background = "#2f6f8f" }: Drawn) {
  return sharp({ create: { width, height, channels: 3, background } });
}

export async function drawJpeg(options: Drawn = {}): Promise<Buffer> {
  return drawing(options).jpeg().toBuffer();
}
export async function drawPng(options: Drawn = {}): Promise<Buffer> {
  return drawing(options).png().toBuffer();
}
export async function drawWebp(options: Drawn = {}): Promise<Buffer> {
  return drawing(options).webp().toBuffer();
}

/** One marker segment of a JPEG. */
function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff00 | marker, 0);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** A JPEG with data beside the visible picture: EXIF (with a location), XMP, a comment, and bytes after its end. */
export async function drawTalkative(words: {
  exif: string;
  xmp: string;
  comment: string;
  trailer: string;
}): Promise<Buffer> {
  const withExif = await drawing({})
    .withExif({
      IFD0: { Artist: words.exif, Copyright: words.exif },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "52/1 31/1 1234/100",
        GPSLongitudeRef: "E",
        GPSLongitude: "13/1 24/1 1/1",
      },
    })
    .withXmp(
      `<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${words.xmp}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
    )
    .jpeg()
    .toBuffer();
  const comment = segment(0xfe, Buffer.from(`${words.comment}<script>alert(1)</script>`));
  return Buffer.concat([withExif.subarray(0, 2), comment, withExif.subarray(2), Buffer.from(words.trailer)]);
}

function pngChunk(kind: string, payload: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), payload]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Zeros as zlib packs them: a million of them are packed once, and repeated. */
function packedZeros(length: number): Buffer {
  const size = 2 ** 20;
  const million = deflateRawSync(Buffer.alloc(size), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync(Buffer.alloc(length % size), { level: 9 });
  const sum = Buffer.alloc(4);
  // Adler-32: one, and as often one as there are bytes.
  sum.writeUInt32BE((length % 65_521) * 2 ** 16 + 1);
  const millions = Array.from({ length: Math.floor(length / size) }, () => million);
  return Buffer.concat([Buffer.from("78da", "hex"), ...millions, last, sum]);
}

/** A true PNG of zeros: grey, 8 bit, so `width * height` bytes once unpacked. */
export function zeroPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", packedZeros((width + 1) * height)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The same picture as the first frame of an animated PNG. */
export function movingPng(png: Buffer): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  // After the signature (8) and the header's chunk (25).
  return Buffer.concat([png.subarray(0, 33), pngChunk("acTL", control), png.subarray(33)]);
}

export type Part = { name: string; bytes: Buffer | string; filename?: string; type?: string };

/** A body of multipart/form-data and its content type. */
export function multipart(parts: readonly Part[]): { body: Buffer; type: string } {
  const boundary = "----pipelines-test-boundary-7f3a";
  const pieces = parts.flatMap(({ name, bytes, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        filename === undefined ? "" : `; filename="${filename}"`
      }\r\n${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
