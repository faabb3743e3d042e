import { describe, expect, it } from "vitest";
import { experienceOf, profileWith } from "./fixtures.ts";
import { formOf, type ProfileForm } from "./form.ts";
import { closeStart, firstEmptyField, isOfferedStart, isStartClosed } from "./start-choice.ts";

function storeOf(kept: Record<string, string> = {}) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  };
}

const nobody = profileWith([], { created: false, firstName: "", lastName: "" });
const empty = formOf(nobody);
const typed: ProfileForm = {
  ...empty,
  pipeline: { ...empty.pipeline, stops: empty.pipeline.stops.map((stop) => ({ ...stop, companyName: "Quarry Lane" })) },
};

describe("the start panel", () => {
  it("is for who has no line, whether or not a network made the profile, and for no draft", () => {
    const named = profileWith([]);
    const line = profileWith([experienceOf("Quarry Lane")]);
    expect(isOfferedStart(nobody, empty, storeOf())).toBe(true);
    expect(isOfferedStart(named, formOf(named), storeOf())).toBe(true);
    expect(isOfferedStart(line, formOf(line), storeOf())).toBe(false);
    expect(isOfferedStart(nobody, typed, storeOf())).toBe(false);
  });

  it("stays closed by person, and forgives a store that holds the steps of earlier versions, or none", () => {
    const store = storeOf();
    closeStart("a", store);
    expect(isStartClosed("a", store)).toBe(true);
    expect(isStartClosed("b", store)).toBe(false);
    expect(isOfferedStart(nobody, empty, storeOf({ [`start:${nobody._id}`]: "jobs you save" }))).toBe(false);
    const shut = {
      getItem: () => {
        throw new Error("shut");
      },
      setItem: () => {
        throw new Error("shut");
      },
    };
    expect(isStartClosed("a", shut)).toBe(false);
    expect(() => closeStart("a", shut)).not.toThrow();
  });

  it("leads who types to the first field that is empty", () => {
    const [stop] = empty.pipeline.stops;
    expect(firstEmptyField(empty)).toBe("firstName");
    expect(firstEmptyField({ ...empty, firstName: "Nova" })).toBe("lastName");
    const named = { ...empty, firstName: "Nova", lastName: "Quill" };
    expect(firstEmptyField(named)).toBe(`company-${stop?.tempId2}`);
    expect(firstEmptyField({ ...named, pipeline: { ...named.pipeline, stops: [] } })).toBe("add-0");
  });
});
