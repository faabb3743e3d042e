import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof openMetrics>;

/**
 * The registry of this process, and how several processes' metrics are merged. Labels are route patterns and status
 * classes, never ids.
 */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Counter({
      name: "http_requests_total",
      help: "Requests answered, by route pattern and status",
      labelNames: ["route", "status"] as const,
      registers: [registry],
    }),
    duration: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time from request to answer",
      labelNames: ["route"] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3],
      registers: [registry],
    }),
    cacheHits: new Counter({
      name: "page_cache_hits_total",
      help: "Public answers served from the cache",
      registers: [registry],
    }),
    mails: new Counter({
      name: "mails_total",
      help: "Tries to hand an e-mail to the mail server, by outcome",
      labelNames: ["outcome"] as const,
      registers: [registry],
    }),
    failedBatches: new Gauge({
      name: "publishing_failed_batches",
      help: "Batches of published numbers that failed one after the other, from two on",
      registers: [registry],
      aggregator: "max",
    }),
  };
}
