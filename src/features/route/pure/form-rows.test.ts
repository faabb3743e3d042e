import { describe, expect, it } from "vitest";
import { addressOfForm, rowOf } from "./form-rows.ts";

const slugOf = (title: string): string | undefined =>
  title === "Staff Software Engineer" ? "staff-software" : undefined;
const read = (query: string): string | undefined => addressOfForm(new URLSearchParams(query), slugOf);

describe("the plain form", () => {
  it("is not a form where the address has no rows", () => expect(read("stop=any")).toBeUndefined());

  it.each([
    ["facet=company&name=Google&as=intern", "/search?stop=company:Google,kind:intern"],
    ["facet=school&name=Waterloo&as=", "/search?stop=school:Waterloo"],
    ["facet=level&name=Staff+or+above&as=", "/search?stop=level:staff"],
    ["facet=title&name=Staff+Software+Engineer&as=", "/search?stop=title:staff-software"],
    ["facet=kind&name=&as=full-time", "/search?stop=kind:full-time"],
    ["facet=company&name=&as=", "/search"],
    [
      "facet=company&name=A&as=&link=next&within=18&facet=company&name=&as=&link=any&within=&facet=company&name=B&as=&since=2018",
      "/search?stop=company:A&then=any&stop=company:B&since=2018",
    ],
    [
      "facet=company&name=A&as=&link=next&within=36&facet=company&name=B&as=",
      "/search?stop=company:A&then=next,3y&stop=company:B",
    ],
  ])("%s is %s", (query, address) => expect(read(query)).toBe(address));

  it.each([
    ["company:0a,kind:intern", "Shopify", { facet: "company", name: "Shopify", as: "intern" }],
    ["company:Gogle", "", { facet: "company", name: "Gogle", as: "" }],
    ["kind:intern", "Intern", { facet: "kind", name: "", as: "intern" }],
  ])("%s is the row that writes it", (stop, name, row) => expect(rowOf(stop, name)).toEqual(row));
});
