/** The tables of the paths in ClickHouse. docs/paths.md explains them. */

export type TableOptions = {
  /** The cluster's name, for a table in shards; undefined for one node. */
  cluster: string | undefined;
};

/** The table that is read and written. */
export const TABLE = "paths";
/** In a cluster: the part of it on each shard. */
const SHARD_TABLE = "paths_shard";

/** Holds a mark and the last version that was written. One table for the whole cluster. */
export const STATE_TABLE = "paths_state";
/** The table of the first layout that held the mark. */
const FORMER_STATE_TABLE = "paths_mark";

/**
 * Increase it with every change of the table or of its contents. Tables of another layout are dropped and filled again.
 * The state table stays as it is.
 */
export const LAYOUT = 2;

/** Does this mark belong to tables of this layout? */
export function isOfLayout(mark: string): boolean {
  return mark.startsWith(`${LAYOUT} `);
}

/**
 * A row for each place of a pipeline: '' for the pipeline itself, and one for its school and for each of its companies.
 * So a question about a company reads rows that lie side by side. All rows of a pipeline come with one insert, and lie
 * on one shard. Arrays have an item for each role, or for each stop or stay.
 */
const COLUMNS = `
  place String CODEC(ZSTD(3)),
  id String CODEC(ZSTD(3)),
  version UInt64 CODEC(Delta, ZSTD(3)),
  gone UInt8,
  is_public UInt8,
  print UInt32,
  school String CODEC(ZSTD(3)),
  country LowCardinality(String),
  is_aging UInt8,
  career UInt16,
  family LowCardinality(String),
  company Array(String) CODEC(ZSTD(3)),
  local Array(UInt16) CODEC(ZSTD(3)),
  near Array(UInt16) CODEC(ZSTD(3)),
  near_local Array(UInt16) CODEC(ZSTD(3)),
  far Array(UInt16) CODEC(ZSTD(3)),
  stop Array(UInt16) CODEC(ZSTD(3)),
  title Array(LowCardinality(String)) CODEC(ZSTD(3)),
  wording Array(String) CODEC(ZSTD(3)),
  kind Array(UInt8) CODEC(ZSTD(3)),
  level Array(UInt8) CODEC(ZSTD(3)),
  phase Array(UInt8) CODEC(ZSTD(3)),
  is_year Array(UInt8) CODEC(ZSTD(3)),
  start Array(UInt16) CODEC(ZSTD(3)),
  until Array(UInt16) CODEC(ZSTD(3)),
  stop_company Array(String) CODEC(ZSTD(3)),
  stop_first Array(UInt16) CODEC(ZSTD(3)),
  stop_open Array(UInt8) CODEC(ZSTD(3)),
  stay_kind Array(UInt8) CODEC(ZSTD(3)),
  stay_company Array(String) CODEC(ZSTD(3)),
  stay_start Array(UInt16) CODEC(ZSTD(3)),
  stay_months Array(UInt16) CODEC(ZSTD(3)),
  stay_ended Array(UInt8) CODEC(ZSTD(3)),
  stay_on_year Array(UInt8) CODEC(ZSTD(3))
`;

export const COLUMN_NAMES: readonly string[] = COLUMNS.split("\n").flatMap((line) => line.trim().split(" ")[0] || []);

const ORDER = "ORDER BY (place, id) SETTINGS index_granularity = 1024";
const STATE_COLUMNS = "mark String, version UInt64";

/** The table with this node's part of the data. */
export function localTable({ cluster }: TableOptions): string {
  return cluster === undefined ? TABLE : SHARD_TABLE;
}

export function onCluster({ cluster }: TableOptions): string {
  return cluster === undefined ? "" : ` ON CLUSTER '${cluster}'`;
}

/** Creates the state table if it is missing. */
export function createState(options: TableOptions): string {
  // Every node of the cluster is a replica of one table, so each knows the same.
  const engine =
    options.cluster === undefined
      ? "ReplacingMergeTree(version)"
      : `ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/${STATE_TABLE}', '{shard}-{replica}', version)`;
  return `CREATE TABLE IF NOT EXISTS ${STATE_TABLE}${onCluster(options)} (${STATE_COLUMNS}) ENGINE = ${engine} ORDER BY tuple()`;
}

/** Creates the other tables if they are missing. */
export function createTables(options: TableOptions): string[] {
  const { cluster } = options;
  if (cluster === undefined)
    return [`CREATE TABLE IF NOT EXISTS ${TABLE} (${COLUMNS}) ENGINE = ReplacingMergeTree(version, gone) ${ORDER}`];
  const on = onCluster(options);
  return [
    `CREATE TABLE IF NOT EXISTS ${SHARD_TABLE}${on} (${COLUMNS}) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/${SHARD_TABLE}', '{replica}', version, gone) ${ORDER}`,
    // All rows of a pipeline lie on one shard, so that the newest version of each is found there.
    `CREATE TABLE IF NOT EXISTS ${TABLE}${on} AS ${SHARD_TABLE} ENGINE = Distributed('${cluster}', currentDatabase(), ${SHARD_TABLE}, cityHash64(id))`,
  ];
}

/** Drops all tables, those of other layouts too. */
export function dropTables(options: TableOptions): string[] {
  const tables = options.cluster === undefined ? [TABLE] : [TABLE, SHARD_TABLE];
  return [...tables, STATE_TABLE, FORMER_STATE_TABLE].map(
    (table) => `DROP TABLE IF EXISTS ${table}${onCluster(options)} SYNC`,
  );
}
