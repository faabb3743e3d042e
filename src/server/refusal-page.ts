import { createHash } from "node:crypto";
import type { AppError } from "#core/errors.ts";
import { withWait } from "#core/wait-text.ts";
import type { Config } from "./config.ts";
import { isPagePath } from "./request-path.ts";
import { securityHeaders } from "./security-headers.ts";

// Colours as in src/ui/tokens.css. Inline, because a busy server should not be asked for another file.
const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px;background:light-dark(#f7f9fc,#0b1019);color:light-dark(#111827,#eef1f6);
font:16px/1.56 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:34rem;margin:0 auto}p{margin:0 0 12px}
h1{margin:24px 0 8px;font-size:30px;line-height:1.1;text-wrap:balance}
.b{display:flex;gap:12px;align-items:center;margin:0 0 12vh;font-weight:700;font-size:20px}svg{display:block}
.l{fill:none;stroke:light-dark(#1b58d0,#5685e6);stroke-width:6}.l circle{stroke:currentColor;stroke-width:4}
a{display:inline-block;margin-top:8px;padding:10px 16px;border-radius:8px;background:light-dark(#1b58d0,#2a66dd);color:#fff;
font-weight:600;text-decoration:none}a:focus-visible{outline:2px solid light-dark(#1b58d0,#93b4ff);outline-offset:2px}`;

/** The sign of the site, and a line that stops at a closed station and goes on as dots. */
const SIGN =
  '<p class="b"><svg class="l" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" stroke-linecap="round">' +
  '<path d="M9 20.5V10.3A6.3 6.3 0 0 1 15.3 4H18.3a7 7 0 0 1 0 14h-3.1" stroke-width="4.6"/>' +
  '<path d="M5 24.7a4 4 0 1 1 8 0a4 4 0 1 1-8 0" stroke-width="3.2"/></svg>Pipelines</p>' +
  '<svg class="l" viewBox="0 0 212 40" width="212" height="40" aria-hidden="true"><path d="M0 20H92"/>' +
  '<circle cx="110" cy="20" r="17"/><path d="M103 13l14 14m0-14l-14 14" stroke="currentColor" stroke-width="4"/>' +
  '<path d="M134 20h76" stroke="#8a93a3" stroke-linecap="round" stroke-dasharray=".1 14"/></svg>';

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
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Error – Pipelines</title><style>${STYLE}</style></head><body><main>${SIGN}<h1>${escapeText(title)}</h1>${rest === "" ? "" : `<p>${escapeText(rest)}</p>`}${next}</main></body></html>`;
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
