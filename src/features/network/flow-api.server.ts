import { timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import { writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { SiteCookie } from "#server/site-cookie.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { hashOf, newFlow, openFlow, sealFlow, type Flow } from "./flow.server.ts";
import type { Network } from "./provider.server.ts";
import { beginFlow, proveIdentity } from "./prove-write.server.ts";
import { FLOW_LIFE_MS, RETURN_PATH, SENTENCES } from "./rules.ts";
import type { Returned } from "./schema.ts";

// Functions for all calls of this slice: how a request carries its flow.

/** Holds the sealed flow until the person comes back. Lax, because that is by a link from the network's site. */
const FLOW_COOKIE = new SiteCookie("network", "Lax");

function reporter(c: Context<AppEnv>): (reason: string) => void {
  return (reason) => c.var.services.log.warn({ requestId: c.var.requestId, reason }, "network sign-in failed");
}

/** Only our own page or an origin in CORS_ORIGINS may receive a code. */
export function returnAddress(c: Context<AppEnv>, wanted: string | undefined): string {
  const { baseUrl, corsOrigins } = c.var.services.config;
  if (wanted === undefined) return `${baseUrl}${RETURN_PATH}`;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  const isPlain = url?.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!url || !isPlain || !corsOrigins.includes(url.origin)) {
    throw new AppError("bad-request", {
      message: "People may return to this site or to the origins in CORS_ORIGINS only.",
      issues: [{ path: "redirect", message: "Not one of the origins in CORS_ORIGINS." }],
    });
  }
  return url.href;
}

/** Begins a flow, kept in a cookie for a browser and sealed in `state` for an API client. */
export async function startFlow(
  c: Context<AppEnv>,
  network: Network,
  input: Pick<Flow, "purpose" | "redirectUri" | "next" | "accountId">,
): Promise<{ url: string; state: string }> {
  const { services, now, token, tokenFrom } = c.var;
  const isBearer = tokenFrom === "bearer";
  const flow = newFlow(now, { ...input, carrier: isBearer ? (token?.hash.toString("hex") ?? "") : "" });
  const sealed = sealFlow(services.secret, flow);
  const state = isBearer ? sealed : flow.state;
  const url = await beginFlow(network, { flow, state, now, report: reporter(c) });
  c.header("cache-control", "no-store");
  if (!isBearer) FLOW_COOKIE.set(c, sealed, FLOW_LIFE_MS / 1_000);
  return { url, state };
}

/** The flow that this state ends, begun by the very browser or token that calls. @throws AppError network-failed */
function flowOf(c: Context<AppEnv>, name: string, state: string | undefined): Flow {
  const { services, now, token, tokenFrom } = c.var;
  const isBearer = tokenFrom === "bearer";
  const sealed = isBearer ? state : FLOW_COOKIE.read(c);
  const flow = sealed === undefined ? undefined : openFlow(services.secret, sealed, now);
  const isOwn = isBearer
    ? flow !== undefined && flow.carrier !== "" && flow.carrier === token?.hash.toString("hex")
    : flow?.carrier === "" && state !== undefined && timingSafeEqual(hashOf(flow.state), hashOf(state));
  if (!flow || !isOwn) throw new AppError("network-failed", { message: SENTENCES.stale(name) });
  return flow;
}

export async function finishFlow(
  c: Context<AppEnv>,
  network: Network,
  returned: Returned,
  purpose?: Flow["purpose"],
): Promise<{ flow: Flow; identity: NetworkIdentity }> {
  await takeLimits(c, { limit: LIMITS.networkReturn, who: c.var.address });
  const flow = flowOf(c, network.name, returned.state);
  if (purpose !== undefined && flow.purpose !== purpose) {
    throw new AppError("network-failed", { message: SENTENCES.stale(network.name) });
  }
  const identity = await proveIdentity(writeContext(c), network, {
    flow,
    returned: { ...returned, state: returned.state ?? "" },
    report: reporter(c),
  });
  if (c.var.tokenFrom !== "bearer") FLOW_COOKIE.clear(c);
  return { flow, identity };
}
