import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { evaluate, seconds, type Labels, type Source } from "./promql.ts";

const words = z.record(z.string(), z.string());
const ruleSchema = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: words,
  annotations: words,
});
const rulesSchema = z.object({ groups: z.array(z.object({ rules: z.array(ruleSchema) })) });
const trialsSchema = z.object({
  tests: z.array(
    z.object({
      interval: z.string(),
      input_series: z.array(z.object({ series: z.string(), values: z.string() })),
      alert_rule_test: z.array(
        z.object({
          eval_time: z.string(),
          alertname: z.string(),
          exp_alerts: z.array(z.object({ exp_labels: words, exp_annotations: words })),
        }),
      ),
    }),
  ),
});

type Rule = z.infer<typeof ruleSchema>;
type Trial = z.infer<typeof trialsSchema>["tests"][number];

const read = (name: string): unknown => parse(readFileSync(`deploy/prometheus/${name}`, "utf8"));

export const readRules = (): Rule[] => rulesSchema.parse(read("alerts.yml")).groups.flatMap(({ rules }) => rules);
export const readTrials = (): Trial[] => trialsSchema.parse(read("alerts.test.yml")).tests;

const MINUTE = 60;

/**
 * The alerts that fire at a time, with their labels: those whose condition was true at every evaluation for the rule's
 * duration.
 */
export function firing(rule: Rule, source: Source, now: number): Labels[] {
  const lasting = seconds(rule.for);
  let kept: Labels[] | undefined;
  for (let at = now - lasting; at <= now; at += MINUTE) {
    const labels = evaluate(rule.expr, source, at).map((one) => one.labels);
    const keys = new Set(labels.map((one) => JSON.stringify(one)));
    kept = kept === undefined ? labels : kept.filter((one) => keys.has(JSON.stringify(one)));
  }
  return (kept ?? []).map((one) => ({ ...one, ...rule.labels }));
}

function labelsIn(series: string): { name: string; labels: Labels } {
  const [, name = "", inner = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
  return {
    name,
    labels: Object.fromEntries([...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value])),
  };
}

/** "0+5x60" and "0x30 1x30" as promtool reads them: a beginning, a step, and how often. */
function valuesOf(text: string): number[] {
  return text.split(/\s+/).flatMap((piece) => {
    const [, from, step = "0", times] = /^(-?[\d.]+)(?:([+-][\d.]+))?x(\d+)$/.exec(piece) ?? [];
    if (from === undefined) throw new Error(`"${piece}" is not a series.`);
    return Array.from({ length: Number(times) + 1 }, (_, n) => Number(from) + n * Number(step));
  });
}

export function sourceOf({ interval, input_series }: Trial): Source {
  const every = seconds(interval);
  const all = input_series.map(({ series, values }) => ({ ...labelsIn(series), values: valuesOf(values) }));
  return (wanted, from, to) =>
    all
      .filter(({ name }) => name === wanted)
      .map(({ labels, values }) => ({
        labels,
        samples: values.map((value, n) => ({ at: n * every, value })).filter(({ at }) => at >= from && at <= to),
      }));
}

/** A source that repeats the metrics an app gave once, as if they had never changed. */
export function sourceOfMetrics(metrics: ReadonlyMap<string, number>): Source {
  const all = [...metrics].map(([series, value]) => ({ ...labelsIn(series), value }));
  return (wanted, from, to) =>
    all
      .filter(({ name }) => name === wanted)
      .map(({ labels, value }) => ({ labels, samples: [from, to].map((at) => ({ at, value })) }));
}
