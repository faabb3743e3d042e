import type { ClickHouseClient } from "@clickhouse/client";
import { asker } from "#features/path/store-client.server.ts";
import { storeAnswers, type StoreAnswers } from "#features/path/clickhouse/engine.ts";
import { placesOf, rowsOf } from "#features/path/clickhouse/row.ts";
import { createTables, TABLE } from "#features/path/clickhouse/tables.ts";
import type { PathLine } from "#features/path/pure/types.ts";
import { tombstoneAt } from "#features/path/store-rows.server.ts";
import type { Answering } from "#tests/paths/compare.ts";
import type { World } from "#tests/paths/reference/world.ts";

export async function makeTables(client: ClickHouseClient): Promise<void> {
  for (const query of createTables({ cluster: undefined })) await client.command({ query });
}

async function insert(client: ClickHouseClient, lines: readonly PathLine[], of: { today: number; version: number }) {
  const rows = rowsOf(lines, of.today).flatMap((row, at) => {
    const line = lines[at];
    return line ? placesOf(line).map((place) => ({ ...row, place, version: of.version, gone: 0 })) : [];
  });
  if (rows.length > 0) await client.insert({ table: TABLE, values: rows, format: "JSONEachRow" });
}

/** Fills the table with a world and nothing else. Some lines come twice, as after a write that was repeated. */
export async function answersOf(
  client: ClickHouseClient,
  { lines, today }: World,
  bounds: { mostOfEverybody?: number } = {},
): Promise<StoreAnswers> {
  await client.command({ query: `TRUNCATE TABLE ${TABLE}` });
  await insert(client, lines, { today, version: 1 });
  await insert(
    client,
    lines.filter((_, at) => at % 3 === 1),
    { today, version: 2 },
  );
  const names = new Map<string, string>();
  for (const line of lines) {
    names.set(line.school, line.schoolName);
    for (const role of line.roles) names.set(role.company, role.companyName);
  }
  return storeAnswers({
    ask: asker(client),
    today,
    nameOfTitle: (slug) => slug,
    namesOf: async () => names,
    ...bounds,
  });
}

/** Changes lines of a world that is in the table, as a site does: with newer rows, which take away the older ones. */
export class Replacing {
  readonly #client: ClickHouseClient;
  readonly #lines: Map<string, PathLine>;
  readonly #today: number;
  #version = 2;

  constructor(client: ClickHouseClient, { lines, today }: World) {
    this.#client = client;
    this.#lines = new Map(lines.map((line) => [line.id, line]));
    this.#today = today;
  }

  async put(line: PathLine): Promise<void> {
    await this.remove(line.id);
    this.#lines.set(line.id, line);
    await insert(this.#client, [line], { today: this.#today, version: (this.#version += 1) });
  }

  async remove(id: string): Promise<void> {
    const line = this.#lines.get(id);
    if (!line) return;
    this.#lines.delete(id);
    const version = (this.#version += 1);
    const values = placesOf(line).map((place) => ({ ...tombstoneAt({ id, place }), version }));
    await this.#client.insert({ table: TABLE, values, format: "JSONEachRow" });
  }
}

const bare = <A extends { lines: { fingerprint: number }[] }>(answer: A) => ({
  ...answer,
  lines: answer.lines.map(({ fingerprint: _, ...line }) => line),
});

/** ClickHouse's answers in the form of the embedded engine, without fingerprints. */
export function engineFrom(answers: StoreAnswers): Answering {
  return {
    search: async (route, page) => bare(await answers.search({ route, page })),
    next: answers.next,
    counts: answers.counts,
    times: answers.times,
    routes: async (question) => bare(await answers.routes(question)),
    flow: answers.flow,
    company: answers.company,
    school: answers.school,
    titles: () => answers.titles(null),
    title: async (slug) => {
      const answer = await answers.title(slug);
      return answer && bare(answer);
    },
    similar: async (id) => {
      const answer = await answers.similar(id);
      return answer && bare(answer);
    },
    similarTo: async (line) => bare(await answers.similarTo(line)),
  };
}
