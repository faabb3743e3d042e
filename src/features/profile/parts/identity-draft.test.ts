import { describe, expect, it } from "vitest";
import { keepIdentityDraft, readIdentityDraft } from "./identity-draft.ts";

const FORM = { username: "maya", linkedin: "maya-l", location: "Canada" };

function store(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("the draft of one's own page", () => {
  it("comes back to its own profile and to nobody else's", () => {
    const device = store();
    keepIdentityDraft("one", FORM, device);
    expect(readIdentityDraft("one", device)).toEqual(FORM);
    expect(readIdentityDraft("two", device)).toBeUndefined();
  });

  it("leaves nothing behind once it is dropped", () => {
    const device = store();
    keepIdentityDraft("one", FORM, device);
    keepIdentityDraft("one", undefined, device);
    expect(device.kept.size).toBe(0);
  });

  it.each(["", "nonsense", "null", "[]", '{"username":1}', '{"username":"a","linkedin":"b"}'])(
    "is none where %j is stored",
    (text) => {
      expect(readIdentityDraft("one", store({ "identity:one": text }))).toBeUndefined();
    },
  );

  it("does without a storage that is shut", () => {
    const shut = {
      getItem: () => {
        throw new Error("shut");
      },
      setItem: () => {
        throw new Error("shut");
      },
      removeItem: () => undefined,
    };
    keepIdentityDraft("one", FORM, shut);
    expect(readIdentityDraft("one", shut)).toBeUndefined();
  });
});
