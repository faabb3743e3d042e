import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encodeBody } from "./compress.ts";

const large = Buffer.from("abc ".repeat(1_000));

describe("packing an answer", () => {
  test("as the client accepts it, brotli first", async () => {
    const brotli = await encodeBody(large, "gzip, deflate, br");
    expect([brotli.encoding, brotliDecompressSync(brotli.body).equals(large)]).toEqual(["br", true]);
    const gzip = await encodeBody(large, "gzip");
    expect([gzip.encoding, gunzipSync(gzip.body).equals(large)]).toEqual(["gzip", true]);
    expect(gzip.body.length).toBeLessThan(large.length / 10);
  });

  test.each([undefined, "", "identity", "zstd", "brx", "xgzip"])("not for %j", async (accept) => {
    expect(await encodeBody(large, accept)).toEqual({ body: large, encoding: undefined });
  });

  test.each(["br;q=0", "gzip;q=0, br; q=0.0", "identity, gzip;q=0"])("not where %j refuses it", async (accept) => {
    expect((await encodeBody(large, accept)).encoding).toBeUndefined();
  });

  test("not where the header would cost more than it saves", async () => {
    const small = Buffer.from("x".repeat(1_399));
    expect(await encodeBody(small, "br")).toEqual({ body: small, encoding: undefined });
    expect((await encodeBody(Buffer.from("x".repeat(1_400)), "br")).encoding).toBe("br");
  });
});
