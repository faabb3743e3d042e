import { DrawnPart, type Drawn } from "#features/drawing/parts/drawn-part.tsx";
import type { Layout } from "#features/search/rules.ts";
import { Results, type Found } from "./results.tsx";

/** A company's people as the loader rendered them. In a file of its own, which only searches with a company load. */
export function FoundPeople({ page, people, layout }: { page: Found; people: Drawn; layout: Layout }) {
  return (
    <Results page={page} layout={layout}>
      <DrawnPart name="people" drawn={people} role="group" aria-label="People" data-paged />
    </Results>
  );
}
