import { Hono } from "hono";
import { AppError } from "#core/errors.ts";
import { followFailedBatches } from "#features/stats/failed-batches.server.ts";
import { readFailedBatches } from "#features/stats/read.server.ts";
import { isForwarded } from "#server/client-ip.ts";
import type { AppEnv, Services } from "#server/context.ts";
import { replicaTroubles } from "#server/replicas.ts";

/** Addresses for whoever runs the site: whether the process lives, whether it can answer, and its metrics. */
export function health(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const failedBatches = followFailedBatches(services);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", (c) => {
    const isReady = services.ready() && services.isDatabaseAlive();
    if (!isReady) return c.json({ status: "not ready" }, 503);
    // Pages still work. Only the numbers of hidden people and ratings are not updated.
    const failed = failedBatches();
    const batches = failed > 0 ? [`publishing failed ${failed} times`] : [];
    const detail = [...batches, ...replicaTroubles(services.replicas?.state() ?? [])].join("; ");
    return c.json({ status: "ready", ...(detail !== "" && { detail }) }, 200);
  });
  app.get("/metrics", async (c) => {
    // Only for programs on this machine. What comes through a proxy has a forwarding header, and gets 404.
    const isLocal = ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(c.env.incoming?.socket.remoteAddress ?? "");
    if (!isLocal || isForwarded((name) => c.req.header(name))) throw new AppError("not-found");
    const failed = await readFailedBatches(services.db).catch(() => undefined);
    if (failed !== undefined) services.metrics.failedBatches.set(failed);
    return c.text(await services.readMetrics(), 200, {
      "content-type": services.metrics.registry.contentType,
    });
  });
  return app;
}
