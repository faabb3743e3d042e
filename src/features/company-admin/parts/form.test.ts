import { describe, expect, it, test } from "vitest";
import { ApiError } from "#core/api-client.ts";
import { bodyOf, checkDraft, draftOf, emptyDraft, errorsOf, firstWrong, NO_URL } from "./form.ts";

const ORIGIN = "https://pipelines.test";
const ALPHA = { name: "alpha", displayName: "Alpha", logo: "/logos/alpha.svg", description: "" };

describe("the form begins with the company", () => {
  test.each([
    ["a logo of ours, with the host", "/logos/alpha.svg", `${ORIGIN}/logos/alpha.svg`],
    ["a monogram as nothing", "/monogram/company/Alpha.svg", ""],
    ["nothing as nothing", "", ""],
  ])("%s", (_what, logo, shown) => {
    expect(draftOf({ ...ALPHA, logo }, ORIGIN).logo).toBe(shown);
  });
});

describe("what is wrong stands beside its field", () => {
  const before = draftOf(ALPHA, ORIGIN);
  test.each([
    ["no display name", { displayName: "  " }, { displayName: "Must fill out all input fields." }],
    ["no address", { logo: "cdn/arm.svg" }, { logo: NO_URL }],
    ["an address without encryption", { logo: "http://example.test/a.png" }, { logo: NO_URL }],
    ["a script for an address", { logo: "javascript:alert(1)" }, { logo: NO_URL }],
    [
      "a long description",
      { description: "x".repeat(401) },
      { description: "A description has at most 400 characters." },
    ],
    ["no logo at all is fine", { logo: "" }, {}],
    ["another site's logo is fine", { logo: "https://example.test/a.png" }, {}],
  ])("%s", (_what, change, errors) => {
    expect(checkDraft({ ...before, ...change }, before, false)).toEqual(errors);
  });

  it("a logo of ours that nobody touched is not an error, though the site has no https", () => {
    const local = draftOf(ALPHA, "http://127.0.0.1:4173");
    expect(checkDraft(local, local, false)).toEqual({});
  });

  it("the name counts for a new company alone, and comes first", () => {
    const errors = checkDraft(emptyDraft(), emptyDraft(), true);
    expect(firstWrong(errors)).toBe("name");
    expect(errors).toEqual({
      name: "Must fill out all input fields.",
      displayName: "Must fill out all input fields.",
    });
  });
});

describe("what is sent", () => {
  it("of a company that is there only what was changed, and never its name", () => {
    const before = draftOf(ALPHA, ORIGIN);
    expect(bodyOf({ ...before, name: "beta", displayName: " Alpha Ltd " }, before, false)).toEqual({
      displayName: "Alpha Ltd",
    });
    expect(bodyOf({ ...before, logo: "" }, before, false)).toEqual({ logo: "" });
  });

  it("of a new one everything", () => {
    const draft = { ...emptyDraft(), name: "alpha", displayName: "Alpha" };
    expect(bodyOf(draft, emptyDraft(), true)).toEqual(draft);
  });
});

describe("a refusal", () => {
  const refusal = (code: string, issues: { path: string; message: string }[] = []) =>
    new ApiError("No.", 400, code, issues, undefined);
  test.each([
    ["a name that is taken", refusal("company-exists"), { fields: { name: "No." }, whole: undefined }],
    [
      "a field's own sentence",
      refusal("bad-picture", [{ path: "logo", message: "Unreadable." }]),
      { fields: { logo: "Unreadable." }, whole: undefined },
    ],
    ["anything else", refusal("overloaded"), { fields: {}, whole: "No." }],
    ["a field that is not here", refusal("bad-request", [{ path: "x", message: "?" }]), { fields: {}, whole: "No." }],
  ])("%s", (_what, error, expected) => {
    expect(errorsOf(error)).toEqual(expected);
  });
});
