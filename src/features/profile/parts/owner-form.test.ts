import { describe, expect, it } from "vitest";
import { identityOf, isChanged, issuesByField, mergeIdentity, patchOf } from "./owner-form.ts";

const BASE = { username: "maya.lindqvist", linkedin: "maya-lindqvist", location: "Canada" };

describe("identityOf", () => {
  it("shows the handle of the address, and no username to who chose none", () => {
    expect(identityOf({ username: "", linkedin: "https://linkedin.com/in/maya-lindqvist", location: "" })).toEqual({
      username: "",
      linkedin: "maya-lindqvist",
      location: "",
    });
  });
});

describe("isChanged", () => {
  it.each([
    [{ ...BASE }, false],
    [{ ...BASE, location: " Canada " }, false],
    [{ ...BASE, location: "" }, true],
    [{ ...BASE, username: "Maya.Lindqvist" }, true],
    [{ ...BASE, linkedin: "maya" }, true],
  ])("%j", (form, expected) => {
    expect(isChanged(BASE, form)).toBe(expected);
  });
});

describe("patchOf", () => {
  it("sends emptied fields as empty strings, and the revision it started from", () => {
    expect(patchOf(BASE, { username: " maya ", linkedin: " ", location: "" }, 3)).toEqual({
      username: "maya",
      linkedin: "",
      location: "",
      rev: 3,
    });
    expect(patchOf(BASE, BASE, undefined)).toEqual(BASE);
  });
  it("sends an emptied username, to be refused, but none that never was", () => {
    expect(patchOf(BASE, { ...BASE, username: " " }, undefined)).toEqual({ ...BASE, username: "" });
    const none = { ...BASE, username: "" };
    expect(patchOf(none, { ...none, location: "Chile" }, undefined)).toEqual({
      linkedin: "maya-lindqvist",
      location: "Chile",
    });
  });
});

describe("issuesByField", () => {
  it("keeps the first sentence of each field and drops what is not a field here", () => {
    expect(
      issuesByField([
        { path: "username", message: "Invalid username." },
        { path: "username", message: "second" },
        { path: "firstName", message: "Must fill out all input fields." },
      ]),
    ).toEqual({ username: "Invalid username." });
  });
});

describe("mergeIdentity", () => {
  it("keeps what was typed here and takes what was changed elsewhere", () => {
    const theirs = { username: "maya.elsewhere", linkedin: "maya-lindqvist", location: "Norway" };
    expect(mergeIdentity(BASE, { ...BASE, username: "maya.here" }, theirs)).toEqual({
      username: "maya.here",
      linkedin: "maya-lindqvist",
      location: "Norway",
    });
  });
});
