import { describe, expect, it } from "vitest";
import { ApiError } from "#core/api-client.ts";
import { problemOf } from "./save-problem.tsx";

const error = (status: number, code: string) => new ApiError("The server's sentence.", status, code, [], undefined);

describe("problemOf", () => {
  it.each([
    [401, "no-session"],
    [403, "not-yours"],
  ])("%d %s is a session that ended", (status, code) => {
    expect(problemOf(error(status, code))).toEqual({
      message: "Your session has ended. Log in again.",
      isSignedOut: true,
    });
  });

  it.each([
    [0, "network"],
    [403, "cross-site"],
    [404, "profile-not-found"],
    [413, "body-too-large"],
    [429, "too-many-requests"],
    [503, "overloaded"],
  ])("%d %s speaks for itself", (status, code) => {
    expect(problemOf(error(status, code))).toEqual({ message: "The server's sentence.", isSignedOut: false });
  });

  it("a fault of the page's own is no riddle either", () => {
    expect(problemOf(new TypeError("x is not a function")).message).toBe("Something went wrong. Try again.");
  });
});
