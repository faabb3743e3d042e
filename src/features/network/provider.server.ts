import { AppError } from "#core/errors.ts";
import { NetworkError, NetworkProvider } from "#external/network-sign-in.ts";
import type { Config, NetworkConfig } from "#server/config.ts";
import { SENTENCES } from "./rules.ts";

const providers = new WeakMap<NetworkConfig, NetworkProvider>();

export type Network = { provider: NetworkProvider; name: string };

/** The network of the settings; one client for the process caches it. @throws AppError network-off */
export function networkOf(config: Pick<Config, "network" | "production">): Network {
  const settings = config.network;
  if (!settings) throw new AppError("network-off");
  let provider = providers.get(settings);
  if (!provider) {
    // Plain http only for a provider on this very machine, and never on a real site; the settings refuse it too.
    const allowHttp = !config.production && settings.issuer.startsWith("http:");
    provider = new NetworkProvider(settings, { allowHttp });
    providers.set(settings, provider);
  }
  return { provider, name: settings.name };
}

export function toAppError(error: unknown, name: string): unknown {
  if (!(error instanceof NetworkError)) return error;
  if (error.kind === "away") return new AppError("network-away", { message: SENTENCES.away(name) });
  return new AppError("network-failed", { message: SENTENCES[error.kind](name) });
}
