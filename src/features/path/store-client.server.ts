import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseSettings } from "@clickhouse/client";
import type { Ask, Limits } from "./clickhouse/question.ts";
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
/** Questions are not kept by the server either: a pipeline that comes with one is private. */
const SETTINGS = {
  ...COST,
  log_queries: 0,
  output_format_json_quote_64bit_integers: 0,
  // A statement ends with whoever waited for it.
  cancel_http_readonly_queries_on_client_close: 1,
} as const;
/** A replica that has not every insert yet must not answer: it would show somebody who is hidden. */
const NEWEST = { select_sequential_consistency: "1" } as const;

/** How long the client waits for an answer, in milliseconds. The server ends every statement sooner. */
const PATIENCE = 15_000;
/** The same for statements that read or write everything. A turn of the job is 300 seconds. */
const LONG_PATIENCE = 200_000;
const LONG_COST = { max_execution_time: 180, max_rows_to_read: "0" } as const;

/**
 * @param url with user, password and database where the server asks for them
 * @param patience milliseconds for an answer
 */
export function openClickHouse(url: string, patience = PATIENCE): ClickHouseClient {
  return createClient({
    url,
    application: "pipelines",
    request_timeout: patience,
    max_open_connections: 16,
    // Values stand in the body: proxies write addresses into their logs.
    use_multipart_params: true,
    keep_alive: { enabled: true },
    // Its lines would hold statements with the names that somebody asked about.
    log: { level: ClickHouseLogLevel.OFF },
    compression: { response: false, request: false },
  });
}

export function asker(client: ClickHouseClient, options: TableOptions = { cluster: undefined }): Ask {
  return askerWith(client, settingsOf(options));
}

/** For statements that read or write everything, and the asker of it. */
export function openPatient(url: string, options: TableOptions): { client: ClickHouseClient; ask: Ask } {
  const client = openClickHouse(url, LONG_PATIENCE);
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
