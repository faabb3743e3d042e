import { jsonOf, sendRaw, type RawAnswer, type RawRequest } from "./raw.ts";

/** A browser on our own pages: cookies kept, Origin and Sec-Fetch-Site as a browser sends them. */
export class Browser {
  readonly #app: { url: string };
  readonly #origin: string;
  readonly cookies = new Map<string, string>();
  profileId = "";

  /** @param origin the address in the bar, where it differs from the server's own (behind TLS) */
  constructor(app: { url: string }, origin = app.url) {
    this.#app = app;
    this.#origin = origin;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async send(method: string, path: string, body?: unknown, extra: Partial<RawRequest> = {}): Promise<RawAnswer> {
    const answer = await sendRaw(this.#app, {
      method,
      path,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...extra,
      headers: {
        host: new URL(this.#origin).host,
        "sec-fetch-site": "same-origin",
        ...(method === "GET" ? {} : { origin: this.#origin }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.cookies.size === 0 ? {} : { cookie: this.cookieHeader }),
        ...extra.headers,
      },
    });
    for (const line of answer.headers.get("set-cookie") ?? []) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1);
    if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), value);
  }

  /** Opens the site and signs up. */
  async signUp(email: string, password: string): Promise<this> {
    await this.send("GET", "/api/token");
    const answer = await this.send("POST", "/api/user/signup", { email, password });
    if (answer.status !== 200) throw new Error(`sign-up failed: ${answer.text}`);
    this.profileId = String(jsonOf(answer)["profileId"]);
    return this;
  }
}
