import { describe, expect, it } from "vitest";
import { pagesFor, pageToShow, readRequestedPage, readPageNumber } from "./paging.ts";

describe("pages of a list", () => {
  it("reads whole numbers from one on; everything else is the first page", () => {
    expect(readPageNumber("7")).toBe(7);
    for (const junk of [null, "", "0", "-3", "2.5", "two", "1e400", "9007199254740993"])
      expect(readPageNumber(junk), String(junk)).toBe(1);
  });

  it("takes the row that a link names with a number; none on the first page, and no other text", () => {
    const read = (query: string) => readRequestedPage(new URLSearchParams(query));
    expect(read("page=4&after=2zk")).toEqual({ page: 4, after: "2zk" });
    expect(read("page=4&before=0")).toEqual({ page: 4, before: "0" });
    for (const query of ["page=4", "page=4&after=", "page=4&after=-1", "page=4&before=12345678901", "page=4&after=A"])
      expect(read(query), query).toEqual({ page: 4 });
    expect(read("after=2zk")).toEqual({ page: 1 });
  });

  it("has as many pages as its rows need, and never none", () => {
    expect([0, 1, 24, 25, 48, 49].map((total) => pagesFor(total, 24))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it("shows the last page to whoever asks for one behind it", () => {
    expect([1, 2, 3, 4_000].map((page) => pageToShow({ page }, 3))).toEqual([1, 2, 3, 3]);
    expect(pageToShow(undefined, 3)).toBe(1);
  });

  it("leads a typed number no further than rows can be skipped, and a link as far as the list goes", () => {
    expect(pageToShow({ page: 401 }, 5_000)).toBe(400);
    expect(pageToShow({ page: 401, after: "2zk" }, 5_000)).toBe(401);
    expect(pageToShow({ page: 401, before: "2zk" }, 5_000)).toBe(401);
  });
});
