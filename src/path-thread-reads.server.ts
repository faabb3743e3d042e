import type { Database } from "#db/connect.ts";
import type { Everybody } from "#features/path/verify.server.ts";
import { readVisibleProfiles } from "#features/profile/read.server.ts";
import { streamProfileIds, streamVisibleProfiles } from "#features/profile/visible.server.ts";

/** The source of the path engine's pipelines, for its thread and for `verify`. */
export function everybodyIn(db: Database): Everybody {
  return {
    visible: {
      all: (day) => streamVisibleProfiles(db, day),
      some: (ids, day) => readVisibleProfiles(db, ids, day),
    },
    ids: () => streamProfileIds(db),
  };
}
