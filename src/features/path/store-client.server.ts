import { ClickHouseLogLevel, createClient, type ClickHouseClient } from "@clickhouse/client";
import type { Ask } from "./clickhouse/question.ts";
import type { Params } from "./clickhouse/params.ts";

/** What one statement may cost. ClickHouse refuses or ends a dearer one, and the site answers 503. */
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
const SETTINGS = { ...COST, log_queries: 0, output_format_json_quote_64bit_integers: 0 } as const;

/**
 * @param url with user, password and database where the server asks for them
 * @param patience milliseconds for an answer
 */
export function openClickHouse(url: string, patience = 15_000): ClickHouseClient {
  return createClient({
    url,
    application: "pipelines",
    request_timeout: patience,
    max_open_connections: 16,
    keep_alive: { enabled: true },
    // Its lines would hold statements with the names that somebody asked about.
    log: { level: ClickHouseLogLevel.OFF },
    compression: { response: false, request: false },
  });
}

export function asker(client: ClickHouseClient): Ask {
  return async <Row>(sql: string, params: Params): Promise<Row[]> => {
    const answer = await client.query({
      query: sql,
      query_params: params.values,
      format: "JSONEachRow",
      clickhouse_settings: SETTINGS,
    });
    return answer.json<Row>();
  };
}
