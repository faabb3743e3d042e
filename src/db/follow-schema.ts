/** Tables of who follows what, and of the news about it. */
import type { FollowKind } from "#core/follow-kind.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { Instant } from "./account-schema.ts";

type FollowTable = {
  account_id: string;
  kind: FollowKind;
  thing: string;
  route: GeneratedAlways<string | null>;
  created_at: Instant;
};
type WeeklyEmailTable = { account_id: string; public_id: string; asked_at: Instant };
type WeeklyBatchTable = { day: string; counted_at: Instant; cursor: Generated<string>; is_sent: Generated<boolean> };
type WeeklyNewsTable = { kind: FollowKind; thing: string; day: string; people: number };
type FeedRouteTable = { query: string; since: Instant; asked_on: string };

export type FollowTables = {
  follow: FollowTable;
  weekly_letter: WeeklyEmailTable;
  weekly_batch: WeeklyBatchTable;
  weekly_news: WeeklyNewsTable;
  feed_route: FeedRouteTable;
};
