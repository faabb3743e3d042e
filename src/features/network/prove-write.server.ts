import { AppError } from "#core/errors.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import { NetworkError } from "#external/network-sign-in.ts";
import type { WriteContext } from "#server/context.ts";
import type { Flow } from "./flow.server.ts";
import { toAppError, type Network } from "./provider.server.ts";
import { SENTENCES } from "./rules.ts";
import type { Returned } from "./schema.ts";
import { spendState } from "./ticket-write.server.ts";

type Report = (reason: string) => void;

/** Reports why the network failed, and throws what the caller is told. */
async function ask<Answer>(network: Network, report: Report, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof NetworkError) report(error.reason);
    throw toAppError(error, network.name);
  }
}

/**
 * The network's address that begins a sign-in.
 * @param state comes back from the network: a browser's random state, or an API client's sealed flow
 * @param report gets the reason of a failure, a code for the log
 * @throws AppError network-away
 */
export function beginFlow(
  network: Network,
  { flow, state, now, report }: { flow: Flow; state: string; now: Date; report: Report },
): Promise<string> {
  return ask(network, report, () => network.provider.authorizationUrl({ ...flow, state }, now.getTime()));
}

/**
 * Finds out who returned from the network. Uses up the state first, so that each answer works once, even if it fails.
 * @throws AppError network-failed, network-away
 */
export async function proveIdentity(
  ctx: Pick<WriteContext, "db" | "now">,
  network: Network,
  { flow, returned, report }: { flow: Flow; returned: Returned & { state: string }; report: Report },
): Promise<NetworkIdentity> {
  const { state } = returned;
  if (!(await spendState(ctx, state, flow.expires))) {
    throw new AppError("network-failed", { message: SENTENCES.stale(network.name) });
  }
  const query = new URLSearchParams();
  for (const [name, text] of Object.entries(returned)) if (text !== undefined) query.set(name, text);
  return ask(network, report, () => network.provider.identityOf(query, { ...flow, state }, ctx.now.getTime()));
}
