import * as oidc from "openid-client";
import { codeOf } from "#core/errors.ts";
import { fieldsOf } from "#core/fields.ts";
import { Breaker } from "./breaker.ts";
import { readClaims, type NetworkIdentity } from "./network-claims.ts";

type NetworkSettings = { issuer: string; clientId: string; clientSecret: string; scopes: string };

/** The values that a sign-in began with. It can end only with the same values. */
type Handshake = { state: string; nonce: string; verifier: string; redirectUri: string };

/**
 * Why a sign-in failed: the person refused, the returned values are wrong or used up, or the network is away. `reason`
 * is a code for the log.
 */
export class NetworkError extends Error {
  override name = "NetworkError";
  readonly kind: "denied" | "refused" | "away";
  readonly reason: string;

  constructor(kind: NetworkError["kind"], reason: string) {
    super(`network sign-in: ${kind}`);
    this.kind = kind;
    this.reason = /^[\w.-]{1,80}$/.test(reason) ? reason : "other";
  }
}

/** Where a provider departs from the standard. Nothing is sent that it does not support. */
export type Quirks = {
  /** Takes a code verifier at its token address. */
  pkce: boolean;
  /** Puts the nonce into the ID token. */
  nonce: boolean;
  /** The network gives the name in a profile's address to apps with this scope. */
  vanity: { scope: string; address: string } | undefined;
};

const STANDARD: Quirks = { pkce: true, nonce: true, vanity: undefined };

/**
 * LinkedIn refuses a code verifier outside its native apps and leaves out the nonce (its documents of 2024 to 2026).
 * State, the client's secret, the exact return address and the single use of a code still protect the sign-in.
 */
export const QUIRKS: Readonly<Record<string, Quirks>> = {
  "https://www.linkedin.com/oauth": {
    pkce: false,
    nonce: false,
    vanity: { scope: "r_basicprofile", address: "https://api.linkedin.com/v2/me" },
  },
};

/** Asymmetric signatures only: our client secret is not a key for tokens, and "none" is not a signature. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/**
 * The most milliseconds for all requests to a network within one answer. Our own work gets the rest of three seconds.
 */
const PATIENCE = 2_500;
const KNOWN_FOR = 3_600_000;
const MAX_ANSWER = 512 * 1024;
const DENIED = new Set(["access_denied", "user_cancelled_login", "user_cancelled_authorize"]);

/** An OpenID Connect provider: the address to send people to, and the check of a returned code. */
export class NetworkProvider {
  readonly #settings: NetworkSettings;
  readonly #options: { allowHttp: boolean };
  readonly #quirks: Quirks;
  readonly #breaker = new Breaker();
  #known: { config: oidc.Configuration; until: number } | undefined;

  /** @param options.allowHttp a provider on this machine over plain http, for tests and development */
  constructor(
    settings: NetworkSettings,
    options: { allowHttp: boolean },
    quirks = QUIRKS[settings.issuer] ?? STANDARD,
  ) {
    this.#settings = settings;
    this.#options = options;
    this.#quirks = quirks;
  }

  /** The address at which the person agrees or refuses. @throws NetworkError */
  async authorizationUrl(handshake: Handshake, now: number): Promise<string> {
    const known = this.#known;
    // With a cached configuration this does not ask the network, so its answer says nothing about the network's state.
    if (known && known.until > now && this.#breaker.isPaused(now)) throw new NetworkError("away", "paused");
    const config = known && known.until > now ? known.config : await this.#ask(now, () => this.#discover(now));
    const { pkce, nonce } = this.#quirks;
    const challenge = pkce
      ? { code_challenge: await oidc.calculatePKCECodeChallenge(handshake.verifier), code_challenge_method: "S256" }
      : {};
    return oidc.buildAuthorizationUrl(config, {
      response_type: "code",
      redirect_uri: handshake.redirectUri,
      scope: this.#settings.scopes,
      state: handshake.state,
      ...(nonce ? { nonce: handshake.nonce } : {}),
      ...challenge,
    }).href;
  }

  /**
   * The person that the returned code proves. Checks state and the answer's `iss` (RFC 9207), PKCE, and the ID token's
   * signature, algorithm, issuer, audience, times and nonce (OpenID Connect Core 3.1.3.7).
   * @param returned the returned query, unchanged
   * @throws NetworkError
   */
  async identityOf(returned: URLSearchParams, handshake: Handshake, now: number): Promise<NetworkIdentity> {
    return this.#ask(now, async () => {
      const config = await this.#discover(now);
      const url = new URL(handshake.redirectUri);
      url.search = returned.toString();
      const { pkce, nonce, vanity } = this.#quirks;
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: handshake.state,
        ...(nonce ? { expectedNonce: handshake.nonce } : {}),
        ...(pkce ? { pkceCodeVerifier: handshake.verifier } : {}),
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (!idToken) throw new NetworkError("refused", "no-id-token");
      const userInfo = config.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)
        : {};
      const more =
        vanity && this.#settings.scopes.split(/\s+/).includes(vanity.scope)
          ? await this.#vanityOf(config, tokens.access_token, vanity.address)
          : {};
      return readClaims(idToken.iss, idToken.sub, { idToken: { ...idToken }, userInfo: { ...userInfo, ...more } });
    });
  }

  /** The last part of the person's address at the network; nothing where it is not given. */
  async #vanityOf(config: oidc.Configuration, accessToken: string, address: string): Promise<{ vanity_name?: string }> {
    try {
      const answer = await oidc.fetchProtectedResource(config, accessToken, new URL(address), "GET");
      const name = fieldsOf(await answer.json())["vanityName"];
      return typeof name === "string" ? { vanity_name: name } : {};
    } catch {
      return {};
    }
  }

  async #discover(now: number): Promise<oidc.Configuration> {
    if (this.#known && this.#known.until > now) return this.#known.config;
    const { issuer, clientId, clientSecret } = this.#settings;
    const found = await oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute: this.#options.allowHttp ? [oidc.allowInsecureRequests] : [],
        timeout: PATIENCE / 1_000,
        [oidc.customFetch]: boundedFetch,
      })
      .catch((error: unknown) => {
        // The person cannot correct any of these errors.
        throw new NetworkError("away", `discovery-${codeOf(error) ?? "other"}`);
      });
    const server: oidc.ServerMetadata = found.serverMetadata();
    const offered = server.id_token_signing_alg_values_supported ?? ["RS256"];
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const config = new oidc.Configuration(
      { ...server, id_token_signing_alg_values_supported: offered.filter((name) => ALGORITHMS.includes(name)) },
      clientId,
      clientSecret,
      methods.includes("client_secret_post")
        ? oidc.ClientSecretPost(clientSecret)
        : oidc.ClientSecretBasic(clientSecret),
    );
    config.timeout = PATIENCE / 1_000;
    config[oidc.customFetch] = boundedFetch;
    if (this.#options.allowHttp) oidc.allowInsecureRequests(config);
    // The token came over TLS from the provider itself; its signature is checked all the same.
    oidc.enableNonRepudiationChecks(config);
    this.#known = { config, until: now + KNOWN_FOR };
    return config;
  }

  /** Does the work within a time limit. If the network is away, it is not tried again for a while. */
  async #ask<T>(now: number, work: () => Promise<T>): Promise<T> {
    if (!this.#breaker.mayTry(now)) throw new NetworkError("away", "paused");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new NetworkError("away", "timeout")), PATIENCE);
    });
    try {
      const result = await Promise.race([work(), late]);
      this.#breaker.succeeded();
      return result;
    } catch (error) {
      const known = toNetworkError(error);
      if (known.kind === "away") this.#breaker.failed(now);
      else this.#breaker.succeeded();
      throw known;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Limits how much of a provider's answer is read. */
const boundedFetch: oidc.CustomFetch = async (url, options) => {
  const { body, ...rest } = options;
  const response = await fetch(url, {
    ...rest,
    ...(body === null || body === undefined ? {} : { body: body as BodyInit }),
  });
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > MAX_ANSWER) throw new TypeError("The provider's answer is too large.");
    pieces.push(piece);
  }
  const isEmpty = response.status === 204 || response.status === 304;
  return new Response(isEmpty ? null : Buffer.concat(pieces), { status: response.status, headers: response.headers });
};

function toNetworkError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  if (error instanceof oidc.AuthorizationResponseError) {
    if (DENIED.has(error.error)) return new NetworkError("denied", error.error);
    const isAway = error.error === "server_error" || error.error === "temporarily_unavailable";
    return new NetworkError(isAway ? "away" : "refused", error.error);
  }
  if (error instanceof oidc.ResponseBodyError) {
    // Anything but a bad code is a wrong setting or a fault of the network: nothing the person could mend.
    return new NetworkError(error.error === "invalid_grant" ? "refused" : "away", error.error);
  }
  const code = codeOf(error) ?? "other";
  const isAway =
    !(error instanceof oidc.ClientError) ||
    ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON", "other"].includes(
      code,
    );
  return new NetworkError(isAway ? "away" : "refused", code);
}
