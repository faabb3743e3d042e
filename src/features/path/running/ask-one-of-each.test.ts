import { expect, it } from "vitest";
import { engineOf, PAGE, roleStep, routeOf, times } from "#tests/helpers/path-lines.ts";
import { askOneOfEach } from "./ask-one-of-each.ts";

it("asks an empty engine and a filled one without changing either", () => {
  for (const lines of [[], times(6, { school: "S", roles: [{ at: "A", from: "2019-02" }] })]) {
    const engine = engineOf(lines);
    const generation = engine.generation();
    askOneOfEach(engine);
    expect(engine.generation()).toBe(generation);
    expect(engine.search(routeOf([roleStep({ at: "A" })]), PAGE).people).toBe(lines.length);
    expect(engine.flow({ step: roleStep({}), hops: 1, direction: "after" }).people).toBe(lines.length);
  }
});
