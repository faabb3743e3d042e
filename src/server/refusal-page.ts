import { createHash } from "node:crypto";
import type { AppError } from "#core/errors.ts";
import { withWait } from "#core/wait-text.ts";
import type { Config } from "./config.ts";
import { isPagePath } from "./request-path.ts";
import { securityHeaders } from "./security-headers.ts";

// Colours as in src/ui/tokens.css. Inline, because a busy server should not be asked for another file.
const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:15vh 24px 24px;background:light-dark(#f7f9fc,#0b1019);color:light-dark(#111827,#eef1f6);
font:16px/1.56 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:34rem;margin:0 auto}h1{margin:0 0 12px;font-size:30px;line-height:1.1}p{margin:0 0 12px}
a{color:light-dark(#1d4ed8,#93b4ff)}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Unlike the type of our pages, so that the listener leaves the body and its policy as they are. */
const TYPE = "text/html;charset=utf-8";

/** Does a browser ask for something to show? Scripts and other programs do not ask for HTML. */
export function asksForPage(path: string, accept: string | undefined): boolean {
  return accept?.includes("text/html") === true && isPagePath(path);
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function wordsOf({ message, status, retryAfter = 0 }: AppError, requestId: string): { title: string; rest: string } {
  const [title = message, ...rest] = withWait(message, retryAfter).split(/(?<=[.!?]) /);
  const number = status >= 500 && status !== 503 ? [`Give this number to whoever runs the site: ${requestId}`] : [];
  return { title, rest: [...rest, ...number].join(" ") };
}

/**
 * The page for a browser whose request is refused before a page is made: too many requests, a busy server, a fault. It
 * reads nothing and needs no other file, so it costs little more than the JSON that programs get.
 * @param isForm the request carried what somebody had typed
 */
export function refusalPage(
  config: Pick<Config, "secure" | "development">,
  error: AppError,
  { requestId, isForm }: { requestId: string; isForm: boolean },
): { status: number; headers: [string, string][]; body: string } {
  const { title, rest } = wordsOf(error, requestId);
  const next = isForm ? "<p>Go back to find what you typed, and send it again.</p>" : '<p><a href="">Try again</a></p>';
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Error – Pipelines</title><style>${STYLE}</style></head><body><main><h1>${escapeText(title)}</h1>${rest === "" ? "" : `<p>${escapeText(rest)}</p>`}${next}</main></body></html>`;
  const others = securityHeaders(config, undefined).filter(([name]) => name !== "content-security-policy");
  const headers: [string, string][] = [
    ["content-type", TYPE],
    ["cache-control", "no-store"],
    ["content-length", String(Buffer.byteLength(body))],
    ["content-security-policy", POLICY],
    ["x-request-id", requestId],
    ...others,
  ];
  return { status: error.status, headers, body };
}
