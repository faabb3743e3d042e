import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import { writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { unsubscribe } from "./one-click-write.server.ts";

/**
 * POST /unsubscribe: one click in a mail program, or the page's button. The click comes from the mail provider's server
 * (RFC 8058) as a form, without session or origin, so the API's guards do not apply. They are not needed: the signed
 * token allows only to unsubscribe.
 */
export async function unsubscribeByOneClick(c: Context<AppEnv>): Promise<Response> {
  const isPage = (c.req.header("accept") ?? "").includes("text/html");
  try {
    await unsubscribe(writeContext(c), c.req.query("token") ?? "");
  } catch (error) {
    if (!isPage || !(error instanceof AppError) || error.status >= 500) throw error;
    return c.redirect("/unsubscribe?problem", 303);
  }
  return isPage ? c.redirect("/unsubscribe?done", 303) : c.json({ message: "success" }, 200);
}
