/**
 * npm run bench -- paths-clickhouse [--lines 1000000] [--questions 10]
 * Measures the paths in ClickHouse on this machine: bytes for each pipeline, time to fill, time for each question. Needs
 * what npm test -- clickhouse installs. Prints the figures of docs/growth.md.
 */
import { parseArgs } from "node:util";
import { numberText } from "#core/number-text.ts";
import { storeAnswers } from "#features/path/clickhouse/engine.ts";
import { Params } from "#features/path/clickhouse/params.ts";
import { placesOf, rowsOf } from "#features/path/clickhouse/row.ts";
import { createTables, TABLE } from "#features/path/clickhouse/tables.ts";
import type { RoleStep } from "#features/path/pure/types.ts";
import { asker, openClickHouse } from "#features/path/store-client.server.ts";
import { startClickHouse } from "#tests/clickhouse/server.ts";
import { makeLine, makeWorld } from "./path-lines.ts";
import { PAGE, percentile, route, step } from "./paths-engine.ts";

const LINES_AT_ONCE = 5_000;
/** Merging all parts takes minutes. */
const PATIENCE = 1_800_000;

export async function benchPathsInClickHouse(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { lines: { type: "string", default: "1000000" }, questions: { type: "string", default: "10" } },
  });
  const [lines, questions] = [Number(values.lines), Number(values.questions)];
  const server = await startClickHouse({ isFast: true });
  const client = openClickHouse(server.url, PATIENCE);
  const ask = asker(client);
  try {
    for (const query of createTables({ cluster: undefined })) await client.command({ query });
    const world = makeWorld(7);
    const started = performance.now();
    let [rows, roles] = [0, 0];
    for (let from = 0; from < lines; from += LINES_AT_ONCE) {
      const some = Array.from({ length: Math.min(LINES_AT_ONCE, lines - from) }, (_, at) => makeLine(world, from + at));
      const made = rowsOf(some, world.today).flatMap((row, at) => {
        const line = some[at];
        return line ? placesOf(line).map((place) => ({ ...row, place, version: 1, gone: 0 })) : [];
      });
      rows += made.length;
      roles += some.reduce((sum, line) => sum + line.roles.length, 0);
      await client.insert({ table: TABLE, values: made, format: "JSONEachRow" });
    }
    const filled = (performance.now() - started) / 1_000;
    await client.command({ query: `OPTIMIZE TABLE ${TABLE} FINAL` });
    const [size] = await ask<{ bytes: number }>(
      `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE table = '${TABLE}' AND active`,
      new Params(),
    );
    const bytes = size?.bytes ?? 0;
    console.log(
      `${numberText(lines)} pipelines, ${numberText(roles)} roles, ${numberText(rows)} rows: ${Math.round(bytes / lines)} bytes a pipeline, filled in ${Math.round(filled)} s`,
    );
    const answers = storeAnswers({
      ask,
      today: world.today,
      nameOfTitle: (slug) => slug,
      namesOf: async () => new Map(),
    });
    // The most common companies: their questions are the dearest.
    const common = await ask<{ place: string }>(
      `SELECT place FROM ${TABLE} FINAL WHERE place IN (SELECT arrayJoin(company) FROM ${TABLE} WHERE place = '') GROUP BY place ORDER BY count() DESC LIMIT 40`,
      new Params(),
    );
    const company = (at: number): string => common[at % common.length]?.place ?? "";
    const at = (turn: number): RoleStep => ({
      of: "role",
      companies: [company(turn)],
      titles: [],
      levels: [],
      kinds: [],
    });
    const senior = step({ levels: ["senior"] });
    const [first] = await ask<{ id: string; school: string }>(
      `SELECT id, school FROM ${TABLE} FINAL WHERE place = '' AND school != '' LIMIT 1`,
      new Params(),
    );
    const asked: [string, (turn: number) => Promise<unknown>][] = [
      ["route of 2 companies", (turn) => answers.search({ route: route([at(turn), at(turn + 1)]), page: PAGE })],
      [
        "route of a company, a level, a company",
        (turn) => answers.search({ route: route([at(turn), senior, at(turn + 1)]), page: PAGE }),
      ],
      [
        "route of levels, everybody",
        () => answers.search({ route: route([senior, step({ levels: ["staff"] })]), page: PAGE }),
      ],
      [
        "X to Y",
        (turn) =>
          answers.routes({ from: at(turn), to: at(turn + 1), country: null, school: null, since: null, until: null }),
      ],
      ["flow of a company", (turn) => answers.flow({ step: at(turn), hops: 3, direction: "after" })],
      [
        "a company's insights",
        (turn) => answers.company({ company: company(turn), kind: "full-time", since: null, until: null }),
      ],
      ["a school's insights", () => answers.school({ school: first?.school ?? "", since: null, until: null })],
      ["a title", () => answers.title("senior-software")],
      ["similar", () => answers.similar(first?.id ?? "")],
    ];
    for (const [what, run] of asked) {
      await run(0);
      const times: number[] = [];
      for (let turn = 0; turn < questions; turn += 1) {
        const begun = performance.now();
        await run(turn);
        times.push(performance.now() - begun);
      }
      times.sort((a, b) => a - b);
      console.log(`${what}: p50 ${Math.round(percentile(times, 0.5))} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`);
    }
  } finally {
    await client.close();
    await server.stop();
  }
}
