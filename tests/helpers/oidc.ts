import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** The network's claims about a person. */
export type PersonClaims = {
  email?: string;
  email_verified?: boolean | string;
  given_name?: string;
  family_name?: string;
  locale?: unknown;
  picture?: string;
  vanity_name?: string;
};

type Jwt = { header: Record<string, unknown>; claims: Record<string, unknown> };

export const CLIENT = { id: "pipelines", secret: randomBytes(24).toString("hex") };
/** The address at which the app under test says it receives returning people. */
const APP_BASE = "http://pipelines.test";
export const RETURN_ADDRESS = `${APP_BASE}/login/network`;

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const KEY_ID = "test-key";

/** A signed token, by the network's own key unless another one is given. */
export function signJwt({ header, claims }: Jwt, key = privateKey): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = `${part(header)}.${part(claims)}`;
  if (header["alg"] === "none") return `${body}.`;
  return `${body}.${createSign("RSA-SHA256").update(body).sign(key).toString("base64url")}`;
}

/** A real OpenID Connect provider on loopback, whose people say yes at once, and which can be down, slow or lying. */
export class TestNetwork {
  readonly #server = createServer((request, response) => this.#serve(request, response));
  #handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  #returns: readonly string[] = [];
  issuer = "";
  readonly people = new Map<string, PersonClaims>();
  /** The person at the browser; undefined refuses. */
  who: string | undefined;
  /** Demands a code challenge. */
  needsPkce = true;
  mode: "up" | "down" | "slow" | "broken" = "up";
  /** Changes the ID token before it is sent: the result is sent. */
  tamper: ((jwt: Jwt) => string) | undefined;
  /** Changes the answer at an address; undefined keeps it. */
  rewrite: ((path: string, body: unknown) => unknown) | undefined;
  /** Addresses that were asked for, without queries. */
  readonly asked: string[] = [];

  /** @param returns where else people may return to */
  async start(returns: readonly string[] = []): Promise<this> {
    this.#returns = returns;
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.issuer = `http://127.0.0.1:${port}`;
    const provider = new Provider(this.issuer, this.#settings());
    const callback = provider.callback();
    this.#handle = (request, response) => {
      if (!request.url?.startsWith("/interaction/")) return void callback(request, response);
      const result =
        this.who === undefined
          ? { error: "access_denied", error_description: "No." }
          : { login: { accountId: this.who, remember: false } };
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    };
    return this;
  }

  #settings(): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [RETURN_ADDRESS, ...this.#returns],
          response_types: ["code"],
          grant_types: ["authorization_code"],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
      cookies: { keys: [randomBytes(16).toString("hex")] },
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: KEY_ID, use: "sig", alg: "RS256" }] },
      pkce: { required: () => this.needsPkce },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["given_name", "family_name", "locale", "picture", "vanity_name"],
      },
      ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...(this.people.get(id) as Record<string, never> | undefined) }),
      }),
      loadExistingGrant: async (context) => {
        const { client, session, provider } = context.oidc;
        const grant = new provider.Grant({ clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
      renderError: (context, out) => {
        context.type = "text";
        context.body = JSON.stringify(out);
      },
    };
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url?.split("?")[0] ?? "";
    this.asked.push(path);
    if (this.mode === "down") return void request.socket.destroy();
    if (this.mode === "slow") return void setTimeout(() => response.end("{}"), 30_000).unref();
    if (this.mode === "broken") return void response.writeHead(500).end("broken");
    if (path === "/v2/me") {
      const isKnown = request.headers.authorization?.startsWith("Bearer ") ?? false;
      response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ vanityName: "maya-t" }));
    }
    const isToken = path === "/token" && this.tamper !== undefined;
    if (isToken || this.rewrite) this.#change(path, response);
    this.#handle?.(request, response);
  }

  /** Holds the answer back and sends the changed one. */
  #change(path: string, response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((text?: unknown) => {
      let body: unknown;
      try {
        body = JSON.parse(String(text));
      } catch {
        return end(text as string);
      }
      if (path === "/token" && this.tamper && typeof body === "object" && body !== null && "id_token" in body) {
        const [header, claims] = String(body.id_token)
          .split(".")
          .slice(0, 2)
          .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
        body = { ...body, id_token: this.tamper({ header, claims }) };
      }
      const changed = JSON.stringify(this.rewrite?.(path, body) ?? body);
      response.setHeader("content-length", Buffer.byteLength(changed));
      return end(changed);
    }) as ServerResponse["end"];
  }

  /** The settings with which the app uses this network. */
  get env(): Record<string, string> {
    return {
      BASE_URL: APP_BASE,
      SSO_ISSUER: this.issuer,
      SSO_CLIENT_ID: CLIENT.id,
      SSO_CLIENT_SECRET: CLIENT.secret,
      SSO_NAME: "Testnet",
    };
  }

  /** Goes to the authorisation address as a browser would, up to the return to the app, whose address it gives. */
  async visit(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(address);
    for (let hop = 0; hop < 8; hop += 1) {
      const answer = await fetch(next, {
        redirect: "manual",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      const location = answer.headers.get("location");
      if (location === null) throw new Error(`The network answered ${answer.status}: ${await answer.text()}`);
      next = new URL(location, next);
      if (next.origin !== this.issuer) return next;
    }
    throw new Error("The network leads in a circle.");
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
