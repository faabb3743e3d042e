import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseSettings } from "@clickhouse/client";
import type { Ask, Limits } from "./clickhouse/ask.ts";
import type { Params } from "./clickhouse/params.ts";
import type { TableOptions } from "./clickhouse/tables.ts";

/** What one statement may cost. ClickHouse refuses or ends one that costs more, and the site answers 503. */
const COST = {
  max_execution_time: 10,
  max_rows_to_read: "4000000000",
  max_memory_usage: "4000000000",
  max_result_rows: "200000",
  result_overflow_mode: "throw",
  max_query_size: "4000000",
  max_ast_elements: "500000",
  max_expanded_ast_elements: "2000000",
} as const;
/** The server must not log questions: a pipeline that comes with one is private. */
const SETTINGS = {
  ...COST,
  log_queries: 0,
  output_format_json_quote_64bit_integers: 0,
  // The server ends a statement whose client no longer waits.
  cancel_http_readonly_queries_on_client_close: 1,
} as const;
/** A replica that lacks the latest inserts must not answer: it could show somebody who is hidden by now. */
const NEWEST = { select_sequential_consistency: "1" } as const;

/** How long the client waits for an answer. The server ends every statement sooner. */
const TIMEOUT_MS = 15_000;
/** The same for statements that read or write everything. The job itself may take 300 seconds. */
const LONG_TIMEOUT_MS = 200_000;
const LONG_COST = { max_execution_time: 180, max_rows_to_read: "0" } as const;

/**
 * @param url with user, password and database where the server asks for them
 */
export function openClickHouse(url: string, timeoutMs = TIMEOUT_MS): ClickHouseClient {
  return createClient({
    url,
    application: "pipelines",
    request_timeout: timeoutMs,
    max_open_connections: 16,
    // Send values in the body: proxies log addresses.
    use_multipart_params: true,
    keep_alive: { enabled: true },
    // Its log lines would contain statements with the names that somebody asked about.
    log: { level: ClickHouseLogLevel.OFF },
    compression: { response: false, request: false },
  });
}

export function asker(client: ClickHouseClient, options: TableOptions = { cluster: undefined }): Ask {
  return askerWith(client, settingsOf(options));
}

/** Connects to ClickHouse with limits of minutes, not seconds: for statements that read or write every pipeline. */
export function openLongRunning(url: string, options: TableOptions): { client: ClickHouseClient; ask: Ask } {
  const client = openClickHouse(url, LONG_TIMEOUT_MS);
  return { client, ask: askerWith(client, { ...settingsOf(options), ...LONG_COST }) };
}

function settingsOf({ cluster }: TableOptions): ClickHouseSettings {
  return cluster === undefined ? SETTINGS : { ...SETTINGS, ...NEWEST };
}

function askerWith(client: ClickHouseClient, settings: ClickHouseSettings): Ask {
  return async <Row>(sql: string, params: Params, { seconds, signal }: Limits = {}): Promise<Row[]> => {
    const answer = await client.query({
      query: sql,
      query_params: params.values,
      format: "JSONEachRow",
      clickhouse_settings: seconds === undefined ? settings : { ...settings, max_execution_time: seconds },
      ...(signal === undefined ? {} : { abort_signal: signal }),
    });
    return answer.json<Row>();
  };
}
