import { describe, expect, it } from "vitest";
import { importRow } from "#tests/helpers/import-rows.ts";
import { adoptImports, dropOthers, dropWaiting, storePending, readImport, settleImport } from "./import-store.ts";

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}
const rows = { rows: [importRow("Quarry Lane", "Clerk", "2019", "2020")], person: {} };
const companies = (id: string, store: ReturnType<typeof memory>) =>
  readImport(id, store)?.rows.map(({ companyName }) => companyName);

describe("the last import", () => {
  it("counts while its line waits and once that is saved, and not when it is discarded", () => {
    const store = memory();
    storePending("one", rows, store);
    expect(companies("one", store), "an import that waits to be saved").toEqual(["Quarry Lane"]);
    dropWaiting("one", store);
    settleImport("one", store);
    expect(companies("one", store)).toBeUndefined();
    storePending("one", rows, store);
    settleImport("one", store);
    expect(companies("one", store)).toEqual(["Quarry Lane"]);
    settleImport("one", store);
    expect(companies("one", store), "a save without an import").toEqual(["Quarry Lane"]);
  });

  it("of an earlier version, under the profile's id, moves to the account, where it does not replace a newer one", () => {
    const store = memory();
    storePending("id", rows, store);
    adoptImports("id", "me", store);
    expect([...store.kept.keys()]).toEqual(["import:me:waiting"]);
    settleImport("me", store);
    store.setItem("import:id", "older");
    adoptImports("id", "me", store);
    expect([...store.kept.keys()]).toEqual(["import:me"]);
    expect(companies("me", store)).toEqual(["Quarry Lane"]);
  });

  it("of somebody else on the device is dropped, and nothing but imports", () => {
    const store = memory();
    for (const id of ["one", "two", "three"]) storePending(id, rows, store);
    settleImport("one", store);
    store.setItem("draft:two", "x");
    dropOthers("one", store);
    expect([...store.kept.keys()].toSorted()).toEqual(["draft:two", "import:one"]);
  });
});
