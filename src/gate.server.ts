import type { Context } from "hono";
import { readAccess } from "#features/early-access/read.server.ts";
import { isOpenWhenClosed } from "#features/early-access/rules.ts";
import { joinBy } from "#features/early-access/write.server.ts";
import { readAccessCookie } from "#server/access-cookie.ts";
import type { Access, AppEnv } from "#server/context.ts";
import { callsIn, type Document } from "#server/openapi.ts";

/**
 * What this caller may open. It runs after `identify` and before anything is read or rendered. Administrators may open
 * everything, because they prepare the closed site.
 */
export async function accessOf(c: Context<AppEnv>): Promise<Access> {
  const { services, now, viewer, admin, token } = c.var;
  const cookie = readAccessCookie(c);
  const isClosed = services.config.earlyAccess && !admin;
  // On an open site a code gives nothing, but sign-ups by an invitation are counted.
  if (!isClosed && cookie === undefined) return "full";
  const proof = { accountId: viewer?.accountId, tokenHash: token?.hash, codeId: cookie };
  const { hasAccess, isKept, codeId } = await readAccess(services.db, proof, now);
  c.set("codeId", codeId);
  if (hasAccess && viewer && !isKept) await joinBy(services.db, viewer.accountId, codeId);
  if (hasAccess || !isClosed) return "full";
  // Both as the API's routes read the address and as the pages' router does, which takes `%2e%2e` for a step up.
  const paths = [c.req.path, new URL(c.req.url).pathname];
  return paths.every((path) => isOpenWhenClosed(c.req.method, path)) ? "open" : "none";
}

/** Says of every call that is not open that the closed site refuses it. */
export function declareGate(document: Document, sentence: string): void {
  // A placeholder may be any text. The only open calls with one are the administrators'.
  declareRefusal(document, sentence, (method, path) => !isOpenWhenClosed(method, path));
}

/** Says of these calls that they may be refused with 403 and this sentence, in the form of all errors. */
export function declareRefusal(
  document: Document,
  sentence: string,
  isRefused: (method: string, path: string) => boolean,
): void {
  for (const { method, path, operation } of callsIn(document)) {
    const { responses } = operation;
    if (!responses || !isRefused(method.toUpperCase(), path)) continue;
    const known = responses["403"];
    if (known) known.description = [known.description, sentence].filter(Boolean).join(" / ");
    else responses["403"] = { ...responses["400"], description: sentence };
  }
}
