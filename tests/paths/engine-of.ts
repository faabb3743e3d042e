import { createPathEngine } from "#features/path/pure/engine.ts";
import type { PathEngine } from "#features/path/pure/types.ts";
import type { World } from "./reference/world.ts";
import { publicId } from "./worlds.ts";

const GONE = publicId("f", 1);

/**
 * An engine that holds a world. It is filled the way a running site fills it: some lines were something else before,
 * some came late, and some are gone again.
 */
export function engineOf({ lines, today }: World): PathEngine {
  // A small world would be only a tail of newer lines. So two thirds of the worlds are in the lists by company and
  // school, like large ones, half of them with a few newer lines.
  const tail = [{}, { mostTail: 0 }, { mostTail: 2 }][lines.length % 3];
  const engine = createPathEngine({ today: today - 1, nameOfTitle: (slug) => slug, ...tail });
  const [first] = lines;
  if (first !== undefined) engine.put({ ...first, id: GONE });
  for (const [at, line] of lines.entries()) {
    const other = lines[(at + 1) % lines.length];
    if (at % 3 === 1 && other !== undefined) engine.put({ ...other, id: line.id });
    if (at % 4 !== 3) engine.put(line);
  }
  // A question makes the lists. So the lines that come or go now are among the newer ones or dead ones.
  engine.titles();
  for (const [at, line] of lines.entries()) if (at % 4 === 3) engine.put(line);
  engine.remove(GONE);
  engine.remove(publicId("f", 2));
  engine.setToday(today);
  return engine;
}
