import { describe, expect, it } from "vitest";
import { experienceOf, profileWith } from "./fixtures.ts";
import { formOf } from "./form.ts";
import { endStart, isNew, keepSkipped, readSkipped, STEPS, stepsOf } from "./start-steps.ts";

const empty = formOf(profileWith([], { created: false, firstName: "", lastName: "" }));
const [blank] = empty.pipeline.stops;
const withJob = {
  ...empty,
  pipeline: { ...empty.pipeline, stops: blank ? [{ ...blank, companyName: "Quarry Lane" }] : [] },
};
const is = (form: typeof empty, ...skipped: Parameters<typeof stepsOf>[1]) =>
  stepsOf(form, skipped).map((one) => one.is);

describe("the guided start", () => {
  it("goes on with what is filled in and what is skipped, in any order", () => {
    expect(is(empty)).toEqual(["now", "later", "later"]);
    expect(is(empty, "jobs")).toEqual(["skipped", "now", "later"]);
    expect(is(withJob)).toEqual(["done", "now", "later"]);
    expect(is({ ...withJob, firstName: "Nova" })).toEqual(["done", "now", "later"]);
    expect(is({ ...withJob, firstName: "Nova", lastName: "Quill" })).toEqual(["done", "done", "now"]);
    expect(is({ ...empty, firstName: "Nova", lastName: "Quill" })).toEqual(["now", "done", "later"]);
    expect(is(empty, "jobs", "you", "save")).toEqual(["skipped", "skipped", "skipped"]);
  });

  it("is for who has no line, whether or not a network made the profile", () => {
    const line = profileWith([experienceOf("Quarry Lane")]).pipeline;
    expect(line).toHaveLength(1);
    for (const created of [true, false]) expect(isNew({ created, pipeline: [] })).toBe(true);
    expect(isNew({ created: true, pipeline: line })).toBe(false);
  });

  it("is remembered by person, and forgives a store that holds something else or none", () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    keepSkipped("a", ["jobs", "save"], store);
    expect(readSkipped("a", store)).toEqual(["jobs", "save"]);
    expect(readSkipped("b", store)).toEqual([]);
    endStart("b", store);
    expect(readSkipped("b", store)).toEqual(STEPS);
    kept.set("start:a", '{"x":1} jobs');
    expect(readSkipped("a", store)).toEqual(["jobs"]);
    const shut = {
      getItem: () => {
        throw new Error("shut");
      },
      setItem: () => {
        throw new Error("shut");
      },
    };
    expect(readSkipped("a", shut)).toEqual([]);
    expect(() => keepSkipped("a", ["you"], shut)).not.toThrow();
  });
});
