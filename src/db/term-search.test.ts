import { describe, expect, it } from "vitest";
import { rarePieces, swappedLetters } from "./term-search.ts";

const HITS: Record<string, number> = { uni: 9_000, mun: 40, nic: 300, ich: 300 };
const hitsOf = (piece: string): number => HITS[piece] ?? 0;

describe("rarePieces", () => {
  it("takes the rarest first, as long as all together are in few terms", () => {
    expect(rarePieces("uni munich", hitsOf)).toEqual(["mun", "nic"]);
  });

  it("leaves out what is in too many terms, however long the text", () => {
    expect(rarePieces("uniniv", (piece) => (piece === "nin" ? 5 : 9_000))).toEqual(["nin"]);
    expect(rarePieces("aaa bbb", () => 9_000)).toEqual([]);
  });

  it("takes pieces of letters and digits alone, of so many words and so many pieces", () => {
    expect(rarePieces("ab %_% a'b łódź", hitsOf)).toEqual(["łód", "ódź"]);
    expect(rarePieces("abc ".repeat(9) + "xyz", hitsOf)).toEqual(["abc"]);
    expect(rarePieces("abcdefghijklmnopqrstuvwxyz", hitsOf)).toHaveLength(16);
  });
});

describe("swappedLetters", () => {
  it("swaps each pair of neighbours that differ, within a word", () => {
    expect(swappedLetters("abb cd")).toEqual(["bab cd", "abb dc"]);
    expect(swappedLetters("stanfrod")).toContain("stanford");
    expect(swappedLetters("łóźka")).toContain("łźóka");
  });

  it("leaves short texts alone, which would be other words, and long ones, which hold enough that is right", () => {
    expect(swappedLetters("usps")).toEqual([]);
    expect(swappedLetters("ab".repeat(12))).toHaveLength(23);
    expect(swappedLetters("ab".repeat(13))).toEqual([]);
  });
});
