import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isUnchanged, PackedBody } from "./packed-body.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const TEXT = "abc ".repeat(1_000);

async function encode(text: string, accept: string | undefined) {
  const body = new PackedBody(text);
  const encoding = body.encodingFor(accept);
  return { encoding, body: await body.in(encoding) };
}

describe("packing an answer", () => {
  test("as the client accepts it, brotli first", async () => {
    const brotli = await encode(TEXT, "gzip, deflate, br, zstd");
    expect([brotli.encoding, brotliDecompressSync(brotli.body).toString()]).toEqual(["br", TEXT]);
    const zstd = await encode(TEXT, "gzip, zstd");
    expect([zstd.encoding, zstdDecompressSync(zstd.body).toString()]).toEqual(["zstd", TEXT]);
    const gzip = await encode(TEXT, "gzip");
    expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(["gzip", TEXT]);
    expect(gzip.body.length).toBeLessThan(TEXT.length / 10);
  });

  test("that is sent once as what costs least first", async () => {
    const choose = (accept: string) => new PackedBody(TEXT, "once").encodingFor(accept);
    expect(["gzip, deflate, br, zstd", "gzip, br", "gzip"].map(choose)).toEqual(["zstd", "br", "gzip"]);
  });

  test.each(["br", "zstd", "gzip"] as const)("of any size to %s and back", async (encoding) => {
    for (const size of [1_400, 65_536, 300_000, 5_000_000]) {
      const text = "stop and go ".repeat(size / 12 + 1).slice(0, size);
      const packed = await new PackedBody(text).in(encoding);
      const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }[encoding];
      expect(unpack(packed).toString() === text).toBe(true);
    }
  });

  test.each([undefined, "", "identity", "brx", "xgzip"])("not for %j", async (accept) => {
    const sent = await encode(TEXT, accept);
    expect([sent.encoding, sent.body.toString()]).toEqual([undefined, TEXT]);
  });

  test.each(["br;q=0", "gzip;q=0, br; q=0.0", "identity, gzip;q=0"])("not where %j refuses it", async (accept) => {
    expect((await encode(TEXT, accept)).encoding).toBeUndefined();
  });

  test("not where the header would cost more than it saves", async () => {
    expect((await encode("x".repeat(1_399), "br")).encoding).toBeUndefined();
    expect((await encode("x".repeat(1_400), "br")).encoding).toBe("br");
  });

  test("happens once; what is asked for often is packed smaller, and means the same", async () => {
    const text = Array.from({ length: 3_000 }, (_, n) => `${n * n} stop ${n % 7}`).join(" ");
    const body = new PackedBody(text);
    expect(body.ready("br")).toBeUndefined();
    const first = await body.in("br");
    expect(body.ready("br")).toBe(first);
    await expect.poll(() => body.ready("br")?.length ?? Infinity, { timeout: 10_000 }).toBeLessThan(first.length);
    expect(brotliDecompressSync(await body.in("br")).toString()).toBe(text);
  });

  test("of an answer that cannot be packed smaller leaves it as it is, and is not tried again", async () => {
    const body = new PackedBody(TEXT);
    const packed = await body.in("br");
    // The text is unpacked from it.
    packed.fill(0);
    for (let sent = 0; sent < 100; sent += 1) expect(body.ready("br")).toBe(packed);
    await setTimeout(50);
    expect([body.ready("br"), body.size]).toEqual([packed, packed.length]);
  });

  test("that was packed smaller leaves the first one to the collector", async () => {
    const body = new PackedBody(Array.from({ length: 3_000 }, (_, n) => `${n * n} stop ${n % 7}`).join(" "));
    const first = new WeakRef(await body.in("br"));
    const { length } = await body.in("br");
    await expect.poll(() => body.ready("br")?.length ?? Infinity, { timeout: 10_000 }).toBeLessThan(length);
    await expect
      .poll(() => {
        collectGarbage();
        return first.deref();
      })
      .toBeUndefined();
  });

  test("is counted for each encoding by itself", async () => {
    const body = new PackedBody(Array.from({ length: 3_000 }, (_, n) => `${n * n} stop ${n % 7}`).join(" "));
    const [brotli, gzip] = [await body.in("br"), await body.in("gzip")];
    // The 32nd answer of both together is packed by gzip, and the 32nd in Brotli comes after it.
    for (let sent = 0; sent < 31; sent += 1) body.ready("br");
    body.ready("gzip");
    expect(body.ready("br")).toBe(brotli);
    await expect.poll(() => body.ready("br")?.length ?? Infinity, { timeout: 10_000 }).toBeLessThan(brotli.length);
    expect(body.ready("gzip")).toBe(gzip);
  });

  test.each(["br", "zstd", "gzip"] as const)("leaves %s alone in memory if the answer is kept", async (encoding) => {
    const [kept, once] = [new PackedBody(TEXT), new PackedBody(TEXT, "once")];
    const { etag } = new PackedBody(TEXT);
    expect(kept.size).toBe(TEXT.length);
    const packed = await kept.in(encoding);
    await once.in(encoding);
    expect([kept.size, packed.buffer.byteLength]).toEqual([packed.length, packed.length]);
    expect(once.size).toBeGreaterThan(TEXT.length);
    // Others still get the text, or another encoding.
    expect([kept.ready(undefined), (await kept.in(undefined)).toString()]).toEqual([undefined, TEXT]);
    const others = (["br", "zstd", "gzip"] as const).filter((one) => one !== encoding);
    const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
    for (const other of others) expect(unpack[other](await kept.in(other)).toString()).toBe(TEXT);
    expect(kept.etag).toBe(etag);
  });

  test("happens once for all who ask while it is compressed", async () => {
    const body = new PackedBody(TEXT);
    const [first, second] = await Promise.all([body.in("br"), body.in("br")]);
    expect(second).toBe(first);
    expect(body.ready("br")).toBe(first);
  });
});

describe("If-None-Match", () => {
  test("names the bytes, however many others it names", () => {
    const { etag } = new PackedBody("a");
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(new PackedBody("a").etag).toBe(etag);
    expect(new PackedBody("b").etag).not.toBe(etag);
    for (const header of [etag, `"x", ${etag}`, etag.slice(2), "*"]) expect(isUnchanged(header, etag)).toBe(true);
    for (const header of [undefined, "", '"x"', 'W/""']) expect(isUnchanged(header, etag)).toBe(false);
  });
});
