import type { Generated, GeneratedAlways } from "kysely";

/** One row, while the paths are kept in ClickHouse. */
type PathStoreTable = {
  singleton: Generated<boolean>;
  mark: string;
  is_filled: Generated<boolean>;
  filling_to: number | null;
  filling_from: Generated<number>;
  version: Generated<number>;
  day: string;
  written: Generated<number>;
  is_again: Generated<boolean>;
  clear_to: Generated<number>;
  noted_at: Generated<Date>;
};
/** Profiles that ClickHouse shows as they were before a change; null: everybody. */
type PathChangeTable = { id: GeneratedAlways<number>; public_id: string | null };

export type PathTables = { path_store: PathStoreTable; path_change: PathChangeTable };
