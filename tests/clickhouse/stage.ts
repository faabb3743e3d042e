import type { ClickHouseClient } from "@clickhouse/client";
import { openDatabase, type Database } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { asker, openClickHouse, openLongRunning } from "#features/path/store-client.server.ts";
import { StoreFollower, type Visible } from "#features/path/store-follower.server.ts";
import { StoreSweeper, type LongRunning } from "#features/path/store-sweeper.server.ts";
import { verifyStore } from "#features/path/store-verify.server.ts";
import { StoreWriter } from "#features/path/store-writer.server.ts";
import { TABLE } from "#features/path/clickhouse/tables.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { announce } from "#server/purge-channel.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { publicId } from "#tests/paths/worlds.ts";
import { profileOf } from "./profiles.ts";
import { startClickHouse, type TestClickHouse } from "./server.ts";

/** A database, ClickHouse, and six invented people whom a visitor sees. Without the rest of the site. */
export class Stage {
  readonly clickhouse: TestClickHouse;
  readonly database: TestDatabase;
  readonly db: Database;
  readonly client: ClickHouseClient;
  readonly longRunning: LongRunning;
  readonly sweeper: StoreSweeper;
  /** The profiles that visitors may see, by id. */
  people = new Map<string, PublicProfile>();
  day = "2026-11-15";

  private constructor(clickhouse: TestClickHouse, database: TestDatabase) {
    this.clickhouse = clickhouse;
    this.database = database;
    this.db = openDatabase(database.url);
    this.client = openClickHouse(clickhouse.url);
    this.longRunning = openLongRunning(clickhouse.url, { cluster: undefined });
    this.sweeper = new StoreSweeper({ ...this.longRunning, cluster: undefined });
  }

  static async open(): Promise<Stage> {
    const [clickhouse, database] = await Promise.all([startClickHouse(), createTestDatabase()]);
    await migrate(database.url);
    return new Stage(clickhouse, database);
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.longRunning.client.close(), this.db.destroy()]);
    await this.clickhouse.stop();
    await this.database.drop();
  }

  /** Six people with two jobs each, and everybody is written. */
  async fill(): Promise<void> {
    const ids = Array.from({ length: 6 }, (_, at) => publicId("a", at + 1));
    this.people = new Map(ids.map((id) => [id, profileOf(id, ["One", "Two"])]));
    const follower = this.follower();
    await follower.open();
    await this.change(["*"]);
    await follower.catchUp();
    while (await follower.fillAndAge(() => false));
  }

  get visible(): Visible {
    return {
      some: async (asked) => asked.flatMap((id) => this.people.get(id) ?? []),
      idsAfter: async (key, most) =>
        [...this.people.keys()].map((id, at) => ({ key: at + 1, id })).slice(key, key + most),
    };
  }

  writer(client = this.client): StoreWriter {
    return new StoreWriter({ client, ask: asker(this.client), cluster: undefined });
  }

  follower({
    visible = {},
    client = this.client,
    sweeper = this.sweeper,
  }: { visible?: Partial<Visible>; client?: ClickHouseClient; sweeper?: StoreSweeper } = {}) {
    return new StoreFollower({
      db: this.db,
      writer: this.writer(client),
      sweeper,
      visible: { ...this.visible, ...visible },
      today: () => this.day,
    });
  }

  /** Compares everything that ClickHouse has with the people. */
  verify(shown: Partial<Visible> = {}) {
    return verifyStore({
      ask: this.longRunning.ask,
      shown: { ...this.visible, ...shown },
      catchUp: () => this.follower().catchUp(),
      writer: this.writer(),
      sweeper: this.sweeper,
      day: this.day,
    });
  }

  /** Notes a change of these people, or of everybody. */
  async change(ids: readonly string[]): Promise<void> {
    const tags = ids.map((id) => (id === "*" ? id : `profile:${id}`));
    await this.db.transaction().execute((trx) => announce(trx, tags));
  }

  async rows<Row>(query: string): Promise<Row[]> {
    const clickhouse_settings = { output_format_json_quote_64bit_integers: 0 } as const;
    return (await this.client.query({ query, format: "JSONEachRow", clickhouse_settings })).json<Row>();
  }

  /** The places of each person, as questions see them. */
  async places(): Promise<Record<string, string[]>> {
    const rows = await this.rows<{ id: string; places: string[] }>(
      `SELECT id, groupArray(place) AS places FROM (SELECT id, place FROM ${TABLE} FINAL ORDER BY place) GROUP BY id`,
    );
    return Object.fromEntries(rows.map((row) => [row.id, row.places]));
  }

  expected(): Record<string, string[]> {
    return Object.fromEntries(
      [...this.people].map(([id, profile]) => [
        id,
        ["", ...new Set(profile.pipeline.map((entry) => entry.companyId))].toSorted(),
      ]),
    );
  }
}
