import { asker, openClickHouse, openLongRunning } from "./store-client.server.ts";
import { StoreService, type StoreOptions } from "./store-service.server.ts";

/** The paths in ClickHouse. Only a site with PATHS_URL loads this file, and with it the client. */
export function openStore(
  { url, cluster }: { url: string; cluster: string | undefined },
  options: Omit<StoreOptions, "client" | "longRunning" | "ask" | "cluster">,
): StoreService {
  const client = openClickHouse(url);
  const ask = asker(client, { cluster });
  return new StoreService({ ...options, client, ask, cluster, longRunning: openLongRunning(url, { cluster }) });
}
