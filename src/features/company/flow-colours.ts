import { monogramOf } from "#core/monogram.ts";

const COLOURS = 8;

type Named = { companyId: string; displayName: string };

/**
 * The line colour of each company in a diagram, by id: its own (that of its
 * monogram) wherever nobody beside it has that already, the same on both sides.
 * All of a side differ where eight colours are enough for that; neighbours
 * always do. Taken in order of ids, which never changes, so that a company keeps
 * its colour when the numbers of others grow. Rows without an id have none.
 */
export function flowColours(...sides: readonly (readonly Named[])[]): Map<string, number> {
  const named = new Map(
    sides
      .flat()
      .filter((row) => row.companyId !== "")
      .map((row) => [row.companyId, row.displayName]),
  );
  const colours = new Map<string, number>();
  for (const [id, name] of [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const beside = new Set<number | undefined>();
    const onSide = new Set<number | undefined>();
    for (const side of sides) {
      const place = side.findIndex((row) => row.companyId === id);
      if (place === -1) continue;
      for (const [n, row] of side.entries()) {
        onSide.add(colours.get(row.companyId));
        if (Math.abs(n - place) === 1) beside.add(colours.get(row.companyId));
      }
    }
    const own = monogramOf(name).colour;
    const wheel = Array.from({ length: COLOURS }, (_, n) => (own + n) % COLOURS);
    // At most four neighbours, so that the second search always finds one.
    const colour = wheel.find((one) => !onSide.has(one)) ?? wheel.find((one) => !beside.has(one)) ?? own;
    colours.set(id, colour);
  }
  return colours;
}
