import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import type { AppEnv } from "./context.ts";
import { deviceOf } from "./device.ts";
import { issueToken, readToken, type Token } from "./token.ts";

/** The token that a sign-in binds. `replaces` is the browser's old token, which the new one replaces. */
export type Binding = { token: Token; kind: "browser" | "client"; replaces: Buffer | undefined };

/**
 * The token that a sign-in binds to the account. A bearer token is bound itself. A browser gets a fresh cookie: if
 * somebody planted a token before the sign-in, that token stays without rights. Set `cookie` only after a successful
 * sign-in. `device` describes the browser roughly, for the list of sessions.
 * @throws AppError no-session without a live token
 */
export function bindingOf(c: Context<AppEnv>): { binding: Binding; cookie: string | undefined; device: string } {
  const { services, now, token, tokenFrom } = c.var;
  if (!token) throw new AppError("no-session");
  const device = deviceOf(c.req.header("user-agent"));
  if (tokenFrom === "bearer") {
    return { binding: { token, kind: "client", replaces: undefined }, cookie: undefined, device };
  }
  const cookie = issueToken(services.secret, now);
  const fresh = readToken(services.secret, cookie, now);
  if (!fresh) throw new AppError("server-error");
  return { binding: { token: fresh, kind: "browser", replaces: token.hash }, cookie, device };
}
