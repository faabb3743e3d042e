import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RouteFacts } from "./route-facts.tsx";

it.each([
  [5, 2_000, "under 1%", "5 of 2,000"],
  [820, 2_000, "41%", "820 of 2,000"],
  [1_995, 2_000, "over 99%", "1,995 of 2,000"],
])("of people who interned first, %i of %i are %s", (people, of, share, note) => {
  const interned = { people, of, isTwice: false };
  const text = renderToStaticMarkup(<RouteFacts months={null} interned={interned} between={null} />);
  expect(text.replaceAll(/<[^>]*>/g, "")).toBe(`Interned first${share}${note}`);
});
