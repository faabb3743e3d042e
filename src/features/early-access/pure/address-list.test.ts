import { describe, expect, it } from "vitest";
import { checkAddresses, readAddresses } from "./address-list.ts";

describe("a pasted list of addresses", () => {
  it("is read from lines, commas, semicolons and blanks", () =>
    expect(readAddresses("a@x.test\nb@x.test, c@x.test; d@x.test e@x.test\r\n\r\n").addresses).toEqual([
      "a@x.test",
      "b@x.test",
      "c@x.test",
      "d@x.test",
      "e@x.test",
    ]));
  it("is read from a mail program's recipients and a table's columns, without the names", () => {
    const text = `"Example, Ada" <ada@x.test>, Ben Example <ben@x.test>\nExample\tCleo\tcleo@x.test\nmailto:dan@x.test`;
    expect(readAddresses(text)).toEqual({
      addresses: ["ada@x.test", "ben@x.test", "cleo@x.test", "dan@x.test"],
      repeated: 0,
      wrong: [],
    });
  });
  it("has each address once, however it is written", () =>
    expect(readAddresses("Ada@x.test\nada@X.test\nada@x.test")).toEqual({
      addresses: ["Ada@x.test"],
      repeated: 2,
      wrong: [],
    }));
  it("names what is not an address", () =>
    expect(readAddresses("ada@\nBen Example\nc@x.test").wrong).toEqual(["ada@", "Ben Example"]));
  it("is refused empty and with more than 500", () => {
    const many = (count: number) => readAddresses(Array.from({ length: count }, (_, n) => `p${n}@x.test`).join("\n"));
    expect(checkAddresses(readAddresses(" \n"))).toBe("Paste at least one e-mail address.");
    expect(checkAddresses(many(500))).toBeUndefined();
    expect(checkAddresses(many(501))).toBe("A list has at most 500 addresses; this one has 501. Send it in parts.");
  });
});
