/** npm run bench -- growth: the tables of docs/growth.md, calculated from what was measured. */
import { ASSUMED, MEASURED, needOf, type Limit } from "./growth-model.ts";
import { table } from "./report.ts";

const SIZES = [1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/** What is added where one machine has too little. */
const ADDED: Record<Limit, string> = {
  pages: "processes on more machines, read replicas",
  saves: "Citus by profile_id",
  questions: "ClickHouse for paths",
  memory: "ClickHouse for paths",
  "longest question": "ClickHouse for paths",
  disk: "Citus by profile_id",
};

const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value >= 10 ? value.toFixed(0) : value.toFixed(1);
const gigabytes = (bytes: number): string => `${short(bytes / 1_000_000_000)} GB`;
const people = (count: number): string => count.toLocaleString("en");

/** Tables in Markdown: what each size needs, what breaks first there, and what ClickHouse needs. */
export function growthTables(): string[] {
  const needs = SIZES.map((size) => needOf(size));
  return [
    table(
      ["people", "pages/s", "saves/s", "busy processors", "engine's memory", "longest question", "disk", "publishing"],
      needs.map((need) => [
        people(need.people),
        short(need.pagesASecond),
        short(need.savesASecond),
        short(need.pageProcessors + need.saveProcessors + need.routeProcessors),
        gigabytes(need.engineBytes),
        `${short(need.worstRouteMs / 1_000)} s`,
        gigabytes(need.diskBytes),
        `${short(need.publishHours)} h`,
      ]),
    ),
    table(
      ["people", "what one machine has too little of, times", "what is added"],
      needs.map((need) => [
        people(need.people),
        need.short.map((limit) => `${limit} ${short(need.machines[limit])}`).join(", ") || "nothing",
        [...new Set(need.short.map((limit) => ADDED[limit]))].join("; ") || "–",
      ]),
    ),
    table(
      ["pipelines", "disk of a replica", "shards", "disk of a shard", "slowest page", "busy processors"],
      needs
        .slice(1)
        .map(({ people: pipelines, clickHouse: { diskBytes, shards, worstMs, busyProcessors } }) => [
          people(pipelines),
          gigabytes(diskBytes),
          people(shards),
          gigabytes(diskBytes / shards),
          `${short(worstMs / 1_000)} s`,
          short(busyProcessors),
        ]),
    ),
  ];
}

export function printGrowth(): void {
  console.log(`Measured: ${JSON.stringify(MEASURED)}\nAssumed: ${JSON.stringify(ASSUMED)}\n`);
  console.log(growthTables().join("\n\n"));
}
