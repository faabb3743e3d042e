import { describe, expect, test } from "vitest";
import { hostsOf, isSearched, placeOf } from "./hosts.ts";

describe("a database's address with several hosts", () => {
  const address = "postgresql://me:pa,ss@one:5432,two,[::1]:5433/site?target_session_attrs=read-write&sslmode=require";

  test("is one address for each host, with the same user, name and parameters", () => {
    expect(hostsOf(address)).toEqual([
      "postgresql://me:pa,ss@one:5432/site?sslmode=require",
      "postgresql://me:pa,ss@two/site?sslmode=require",
      "postgresql://me:pa,ss@[::1]:5433/site?sslmode=require",
    ]);
  });

  test("is named without user and password", () => {
    expect(placeOf(address)).toBe("one:5432,two,[::1]:5433/site");
    expect(placeOf("postgresql:///site")).toBe("the local socket/site");
  });

  test("the primary is looked for if there are several, or if the address asks for it", () => {
    expect(isSearched(address)).toBe(true);
    expect(isSearched("postgresql://one/site?target_session_attrs=read-write")).toBe(true);
    expect(isSearched("postgresql://me:pa,ss@one/site")).toBe(false);
  });
});
