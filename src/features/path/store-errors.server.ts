import { ClickHouseError } from "@clickhouse/client";
import { AppError, codeOf } from "#core/errors.ts";
import { QuestionRefused, isTooExpensive } from "./clickhouse/ask.ts";
import { StoreDiffers } from "./store-state.server.ts";

/** Codes of network errors. The client's timeout has no code, only a message. */
const NETWORK = /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH))$/;

/** True if no statement can succeed now. An error of a single statement says nothing about the others. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof StoreDiffers) return true;
  if (!(error instanceof Error) || error instanceof ClickHouseError) return false;
  return NETWORK.test(codeOf(error) ?? "") || error.message === "Timeout error.";
}

/** For the log. Not the whole message: ClickHouse repeats the statement in it, with the names of the question. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClickHouseError) return `${error.code} ${error.type ?? ""}`.trim();
  return codeOf(error) ?? (error instanceof Error ? error.name : "unknown");
}

/** The error for the person who asked. Errors of ClickHouse become 503, never 500. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof QuestionRefused) return new AppError("bad-request", { message: error.message });
  return isTooExpensive(error)
    ? new AppError("overloaded", { retryAfter: 1 })
    : new AppError("paths-not-ready", { retryAfter: 2 });
}
