import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multipart } from "#tests/helpers/pictures.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { fieldOf } from "./multipart.ts";

const BOUNDARY = "b-7";
const form = (text: string): Buffer => Buffer.from(text.replaceAll("\n", "\r\n"), "latin1");

describe("a field of a form", () => {
  it("comes back byte by byte, whatever is in it and around it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 50 }), (bytes, other) => {
        const { body, type } = multipart([
          { name: "first", bytes: Buffer.from(other) },
          { name: "pfp", filename: "a.png", type: "image/png", bytes: Buffer.from(bytes) },
        ]);
        const boundary = type.split("boundary=")[1] ?? "";
        expect(fieldOf(body, boundary, "pfp")).toEqual(Buffer.from(bytes));
        expect(fieldOf(body, boundary, "other")).toBeUndefined();
      }),
    );
  });

  it.each([
    ["nothing", ""],
    ["no boundary", "hello"],
    ["a first boundary alone", "--b-7"],
    ["an end alone", "--b-7--\n"],
    ["a part without an end", `--b-7\nContent-Disposition: form-data; name="pfp"\n\nxx`],
    ["a head without an end", `--b-7\nContent-Disposition: form-data; name="pfp"\nx`],
    ["another name", `--b-7\nContent-Disposition: form-data; name="picture"\n\nxx\n--b-7--\n`],
    ["the name of the file alone", `--b-7\nContent-Disposition: form-data; filename="pfp"\n\nxx\n--b-7--\n`],
    ["another disposition", `--b-7\nContent-Disposition: attachment; name="pfp"\n\nxx\n--b-7--\n`],
    ["no head", `--b-7\n\nxx\n--b-7--\n`],
    ["another boundary", `--b-8\nContent-Disposition: form-data; name="pfp"\n\nxx\n--b-8--\n`],
    ["a long head", `--b-7\n${"x: y\n".repeat(1_000)}Content-Disposition: form-data; name="pfp"\n\nxx\n--b-7--\n`],
    [
      "the field behind too many others",
      `${`--b-7\nContent-Disposition: form-data; name="a"\n\n\n`.repeat(8)}--b-7\nContent-Disposition: form-data; name="pfp"\n\nxx\n--b-7--\n`,
    ],
  ])("is not found with %s", (_words, text) => {
    expect(fieldOf(form(text), BOUNDARY, "pfp")).toBeUndefined();
  });

  it("is found empty, and before an unfinished end", () => {
    expect(fieldOf(form(`--b-7\nContent-Disposition: form-data; name="pfp"\n\n\n--b-7--\n`), BOUNDARY, "pfp")).toEqual(
      Buffer.alloc(0),
    );
    expect(
      fieldOf(form(`--b-7\ncontent-disposition: FORM-DATA; name="pfp"\n\nxx\n--b-7`), BOUNDARY, "pfp")?.toString(),
    ).toBe("xx");
  });

  it("R11: five megabytes of tiny parts cost next to nothing", () => {
    const part = form(`--b-7\nContent-Disposition: form-data; name="a"\n\n\n`);
    const body = Buffer.concat(Array.from({ length: Math.floor(5_000_000 / part.length) }, () => part));
    expect(threadWork(() => expect(fieldOf(body, BOUNDARY, "pfp")).toBeUndefined())).toBeLessThan(250);
  });

  it("any bytes at all give an answer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const found = fieldOf(Buffer.concat([Buffer.from("--b-7\r\n"), Buffer.from(bytes)]), BOUNDARY, "pfp");
        expect(found === undefined || found.length <= bytes.length).toBe(true);
      }),
    );
  });
});
