import { describe, expect, test } from "vitest";
import { isPublicRead, replicaTroubles } from "./replicas.ts";

describe("what may be read from a replica", () => {
  test.each([
    "/",
    "/search",
    "/search.data",
    "/search/choices.data",
    "/user/someone",
    "/company/Some%20Works.data",
    "/title/clerk",
    "/sitemaps/people.xml",
    "/api/company/get/0123456789abcdef01234567",
    "/api/school/get/0123456789abcdef01234567",
    "/api/profile/get/0123456789abcdef01234567",
    "/api/profile/random",
    "/api/jump/text",
  ])("%s", (path) => {
    expect(isPublicRead("GET", path)).toBe(true);
    expect(isPublicRead("POST", path)).toBe(false);
  });

  test.each([
    "/s/abc",
    "/share",
    "/edit",
    "/settings",
    "/settings.data",
    "/admin",
    "/follow",
    "/feeds/route.atom",
    "/pictures/0123456789abcdef01234567.webp",
    "/api/token",
    "/api/profile/meter",
    "/api/user/me",
    "/api/shared/abc",
    "/api/admin/people",
    "/readyz",
  ])("%s is the primary's", (path) => {
    expect(isPublicRead("GET", path)).toBe(false);
  });
});

test("replicas that are not read are told by their number, without the name of a host", () => {
  const of = (trouble: "away" | "late" | "unrelated" | undefined, lag?: number) => ({
    name: "two.example",
    lag,
    trouble,
  });
  expect(replicaTroubles([of(undefined, 0), of("away"), of("late", 12.4), of("unrelated", 0)])).toEqual([
    "replica 2 does not answer",
    "replica 3 is 12 seconds behind",
    "replica 4 does not follow our primary",
  ]);
});
