import { ClickHouseError } from "@clickhouse/client";
import { AppError } from "#core/errors.ts";
import { CannotAsk, isTooExpensive } from "./clickhouse/question.ts";
import { StoreDiffers } from "./store-state.server.ts";

/** Errors of the network. The client has no code for an answer that did not come in time. */
const NETWORK = /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH))$/;

/** Is ClickHouse, or the way to it, not there? One statement that fails says nothing about the others. */
export function isAway(error: unknown): boolean {
  if (error instanceof StoreDiffers) return true;
  if (!(error instanceof Error) || error instanceof ClickHouseError) return false;
  return ("code" in error && NETWORK.test(String(error.code))) || error.message === "Timeout error.";
}

/** Never the whole message: ClickHouse repeats the statement in it, with what somebody asked about. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClickHouseError) return `${error.code} ${error.type ?? ""}`.trim();
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "" ? (error instanceof Error ? error.name : "unknown") : code;
}

/** What the person hears who asked: an error of ClickHouse is never an error of the page. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CannotAsk) return new AppError("bad-request", { message: error.message });
  return isTooExpensive(error)
    ? new AppError("overloaded", { retryAfter: 1 })
    : new AppError("paths-not-ready", { retryAfter: 2 });
}
