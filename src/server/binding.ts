import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import type { AppEnv } from "./context.ts";
import { deviceOf } from "./device.ts";
import { issueToken, readToken, type Token } from "./token.ts";

/** The token that a sign-in binds, and the one it takes the place of (a browser's session is rotated). */
export type Binding = { token: Token; kind: "browser" | "client"; replaces: Buffer | undefined };

/**
 * The token a sign-in binds. A bearer is bound itself; a browser gets a fresh
 * cookie, so that a token somebody planted before the sign-in stays rightless.
 * `cookie` is to be set once the sign-in has succeeded; `device` says coarsely
 * what signs in, for the list of sessions.
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
