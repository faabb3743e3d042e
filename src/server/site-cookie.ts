import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "./context.ts";

/** A cookie for every address of the site, which scripts cannot read. */
export class SiteCookie {
  readonly #name: string;
  readonly #sameSite: "Strict" | "Lax";

  /** @param sameSite with `Strict`, links on other sites never make a browser send it */
  constructor(name: string, sameSite: "Strict" | "Lax") {
    this.#name = name;
    this.#sameSite = sameSite;
  }

  /** With TLS, the `__Host-` prefix prevents subdomains from setting the cookie. Plain http does not allow the prefix. */
  nameOn(isSecure: boolean): string {
    return isSecure ? `__Host-${this.#name}` : this.#name;
  }

  read(c: Context<AppEnv>): string | undefined {
    return getCookie(c, this.nameOn(c.var.services.config.secure));
  }

  set(c: Context<AppEnv>, value: string, seconds: number): void {
    const { secure } = c.var.services.config;
    setCookie(c, this.nameOn(secure), value, {
      httpOnly: true,
      secure,
      sameSite: this.#sameSite,
      path: "/",
      maxAge: seconds,
    });
  }

  clear(c: Context<AppEnv>): void {
    const { secure } = c.var.services.config;
    deleteCookie(c, this.nameOn(secure), { path: "/", secure });
  }
}
