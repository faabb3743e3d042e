import type { MiddlewareHandler } from "hono";
import type { AppEnv, Viewer } from "./context.ts";
import { isSameOrigin } from "./request-guard.ts";
import { readTokenCookie } from "./session-cookie.ts";
import { readToken, type Token } from "./token.ts";

type Found = { state: "live"; viewer: Viewer; usedAt: Date } | { state: "ended" } | { state: "unbound" };

/** The look-up of a token and the note that it was used; a feature's, handed in by the wiring. */
export type SessionDoor = {
  find: (token: Token, now: Date) => Promise<Found>;
  touch: (token: Token, now: Date) => Promise<void>;
};

const HOUR = 3_600_000;

/**
 * Finds out who calls: by the cookie where a browser sends a valid one, else
 * by the bearer token. A junk or ended token is as good as none.
 */
export function identify(door: SessionDoor): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { services, now } = c.var;
    c.set("token", undefined);
    c.set("tokenFrom", "none");
    c.set("viewer", undefined);
    c.set("admin", undefined);
    const cookie = readTokenCookie(c);
    const bearer = /^Bearer ([^\s]{1,200})$/.exec(c.req.header("authorization") ?? "")?.[1];
    // A cookie speaks for pages and for calls of our own pages; never for a foreign page's.
    const isForeign = c.req.header("origin") !== undefined && !isSameOrigin(c.req.raw);
    for (const [from, text] of [
      ["cookie", isForeign ? undefined : cookie],
      ["bearer", bearer],
    ] as const) {
      const token = text === undefined ? undefined : readToken(services.secret, text, now);
      if (!token) continue;
      const found = await door.find(token, now);
      if (found.state === "ended") continue;
      c.set("token", token);
      c.set("tokenFrom", from);
      if (found.state === "live") {
        c.set("viewer", found.viewer);
        if (now.getTime() - found.usedAt.getTime() > HOUR) await door.touch(token, now);
      }
      break;
    }
    await next();
  };
}
