import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { AppError } from "#core/errors.ts";
import { drawJpeg, drawPng, drawTalkative, drawWebp, movingPng, zeroPng } from "#tests/helpers/pictures.ts";
import { encodePicture, MAX_PICTURE_BYTES } from "./picture.ts";

async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    await encodePicture(bytes);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "taken";
}

describe("S26: what is stored", () => {
  it.each([
    ["jpeg", drawJpeg],
    ["png", drawPng],
    ["webp", drawWebp],
  ])("is a square WebP without any note, made of a %s", async (_kind, draw) => {
    const made = await encodePicture(await draw({ width: 900, height: 300 }));
    const { format, width, height, pages, exif, xmp, icc, iptc, comments } = await sharp(made).metadata();
    expect({ format, width, height, pages }).toEqual({ format: "webp", width: 512, height: 512, pages: undefined });
    expect([exif, xmp, icc, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(made.length).toBeLessThan(1_000_000);
  });

  it("holds nothing of EXIF, place, XMP, comment or trailing bytes", async () => {
    const words = { exif: "EXIFCANARY", xmp: "XMPCANARY", comment: "COMMENTCANARY", trailer: "TRAILERCANARY" };
    const given = await drawTalkative(words);
    const before = given.toString("latin1");
    for (const word of Object.values(words)) expect(before).toContain(word);
    const { exif } = await sharp(given).metadata();
    expect(exif?.includes(Buffer.from([0x25, 0x88]))).toBe(true); // the tag of the place
    const after = (await encodePicture(given)).toString("latin1");
    for (const word of [...Object.values(words), "<script", "Exif", "EXIF", "XMP ", "ICCP"])
      expect(after, word).not.toContain(word);
  });

  it("is turned as the camera was held", async () => {
    const half = await drawPng({ width: 200, height: 400, background: "#ff0000" });
    const turned = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#0000ff" } })
      .composite([{ input: half, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { data, info } = await sharp(await encodePicture(turned))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const red = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
    // The file has red on its left. After a quarter turn clockwise, red is on top.
    expect([red(40, 40), red(470, 40), red(40, 470), red(470, 470)]).toEqual([true, true, false, false]);
  });

  it("has no transparent place", async () => {
    const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    expect((await sharp(await encodePicture(clear)).metadata()).hasAlpha).toBe(false);
  });
});

describe("S26: what is refused", () => {
  it("a picture of 256 megapixels in a small file, before it is unpacked", async () => {
    const bomb = zeroPng(16_000, 16_000);
    expect(bomb.length).toBeLessThan(MAX_PICTURE_BYTES);
    const rss = process.memoryUsage().rss;
    const started = performance.now();
    expect(await refusal(bomb)).toBe("bad-picture");
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - rss).toBeLessThan(128 * 1024 * 1024);
  });

  it("just over 24 megapixels; just below is taken", async () => {
    expect(await refusal(zeroPng(6_000, 4_001))).toBe("bad-picture");
    expect(await refusal(zeroPng(6_000, 4_000))).toBe("taken");
  });

  it("a line instead of a picture", async () => {
    expect(await refusal(zeroPng(1_000_000, 1))).toBe("bad-picture");
  });

  it("every other kind, whatever it begins or ends with", async () => {
    const png = await drawPng();
    const jpeg = await drawJpeg();
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>`);
    const gif = await sharp(png).gif().toBuffer();
    const tiff = await sharp(png).tiff().toBuffer();
    const movingWebp = await sharp([png, await drawPng({ background: "#aa0000" })], { join: { animated: true } })
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer();
    const kinds = {
      svg,
      gif,
      tiff,
      movingWebp,
      movingPng: movingPng(png),
      html: Buffer.from("<!doctype html><title>x</title><script>alert(1)</script>"),
      htmlThenPng: Buffer.concat([Buffer.from("<html>"), png]),
      gifThenJpeg: Buffer.concat([Buffer.from("GIF89a"), jpeg]),
      pngHeadThenSvg: Buffer.concat([png.subarray(0, 8), svg]),
      jpegHeadThenHtml: Buffer.concat([jpeg.subarray(0, 3), Buffer.from("<html><script>alert(1)</script></html>")]),
      riffOfSound: Buffer.from("RIFF\x24\0\0\0WAVEfmt 0123456789"),
      pdf: Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>"),
      nothing: Buffer.alloc(0),
      short: Buffer.from([0xff, 0xd8, 0xff]),
      zeros: Buffer.alloc(10_000),
    };
    const seen: Record<string, string> = {};
    for (const [name, bytes] of Object.entries(kinds)) seen[name] = await refusal(bytes);
    expect(seen).toEqual(Object.fromEntries(Object.keys(kinds).map((name) => [name, "bad-picture"])));
  });

  it("files cut off in the middle", async () => {
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: "#808080",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const image = () => sharp(noise.data, { raw: { width: 400, height: 400, channels: 3 } });
    for (const bytes of [
      await image().jpeg().toBuffer(),
      await image().png().toBuffer(),
      await image().webp().toBuffer(),
    ]) {
      expect(await refusal(bytes)).toBe("taken");
      expect(await refusal(bytes.subarray(0, Math.floor(bytes.length / 2)))).toBe("bad-picture");
    }
  });

  it("more than 5 MB", async () => {
    const jpeg = await drawJpeg();
    const padded = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
    expect(await refusal(padded(MAX_PICTURE_BYTES))).toBe("taken");
    expect(await refusal(padded(MAX_PICTURE_BYTES + 1))).toBe("body-too-large");
  });

  it("R11, S4: those that come while too many wait; the rest are all made", async () => {
    const jpeg = await drawJpeg({ width: 1_200, height: 1_200 });
    const results = await Promise.all(Array.from({ length: 60 }, () => refusal(jpeg)));
    const taken = results.filter((one) => one === "taken").length;
    expect(new Set(results)).toEqual(new Set(["taken", "overloaded"]));
    expect(taken).toBeGreaterThan(16);
    expect(await refusal(jpeg)).toBe("taken");
  });
});
