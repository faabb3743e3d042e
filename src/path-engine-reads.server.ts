import type { Database } from "#db/connect.ts";
import type { Everybody } from "#features/path/verify.server.ts";
import { readPublicLines, streamProfileIds, streamPublicLines } from "#features/profile/visible.server.ts";

/** The source of the path engine's pipelines, for its process and for `verify`. */
export function everybodyIn(db: Database): Everybody {
  return {
    visible: {
      all: (day) => streamPublicLines(db, day),
      some: (ids, day) => readPublicLines(db, ids, day),
    },
    ids: () => streamProfileIds(db),
  };
}
