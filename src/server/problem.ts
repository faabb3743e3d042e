import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError, type ErrorCode } from "#core/errors.ts";
import { isDatabaseAway, isDiskFull } from "#db/database-away.ts";
import type { AppEnv } from "./context.ts";
import { faultOf } from "./log.ts";
import { noteRefusal } from "./refusal-log.ts";
import { asksForPage, refusalPage } from "./refusal-page.ts";

/** The body of every error answer of the API: a sentence, a stable code, and field issues if there are any. */
type Problem = {
  error: string;
  code: ErrorCode;
  requestId: string;
  issues?: readonly { path: string; message: string }[];
};

/** In seconds. A full disk does not become free by itself. */
export const DISK_RETRY_SECONDS = 30;

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException) {
    if (error.status === 413) return new AppError("body-too-large");
    if (error.status === 404) return new AppError("not-found");
    if (error.status < 500) return new AppError("bad-request");
  }
  if (isDiskFull(error)) return new AppError("disk-full", { retryAfter: DISK_RETRY_SECONDS });
  return isDatabaseAway(error) ? new AppError("overloaded", { retryAfter: 2 }) : undefined;
}

/** The part of an error that callers may see. */
export function problemBody(shown: AppError, requestId: string): Problem & Record<string, unknown> {
  return {
    ...shown.extra,
    error: shown.message,
    code: shown.code,
    requestId,
    ...(shown.issues.length > 0 ? { issues: shown.issues } : {}),
  };
}

/** The default number of seconds before a retry. */
const RETRY_SECONDS = 2;

/** Converts anything that was thrown to an answer that reveals no internal details. */
export function problemResponse(error: unknown, c: Context<AppEnv>): Response {
  const requestId = c.var.requestId;
  const known = toAppError(error);
  if (known?.status === 503) noteRefusal(c.var.services.log, error);
  else if (!known || known.status >= 500) {
    const fault = faultOf(error);
    c.var.services.log.error(
      { requestId, err: fault && known ? { ...fault, message: known.code } : fault },
      "request failed",
    );
  }
  const shown = known ?? new AppError("server-error");
  const isLater = shown.status === 429 || shown.status === 503;
  const later: [string, string][] = isLater ? [["retry-after", String(shown.retryAfter ?? RETRY_SECONDS)]] : [];
  if (asksForPage(c.req.path, c.req.header("accept"))) {
    const isForm = c.req.method === "POST";
    const { status, headers, body } = refusalPage(c.var.services.config, shown, { requestId, isForm });
    return new Response(body, { status, headers: [...headers, ...later] });
  }
  const headers = new Headers([
    ["content-type", "application/json; charset=utf-8"],
    ["cache-control", "no-store"],
    ...later,
  ]);
  return new Response(JSON.stringify(problemBody(shown, requestId)), { status: shown.status, headers });
}
