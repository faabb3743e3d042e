/**
 * npm run bench -- paths [--four-million] [--largest 1000000] [--questions 100]
 * Measures the path engine with 100,000 to 1,000,000 (and 4,000,000) invented pipelines, and at 1,000,000 also DuckDB
 * with the same roles. Prints a table and writes the section "Paths" of docs/performance.md.
 */
import { numberText } from "#core/number-text.ts";
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { createPathEngine } from "#features/path/pure/engine.ts";
import { askOneOfEach } from "#features/path/running/ask-one-of-each.ts";
import { COMPANIES, drawQuestions, makeWorld, type World } from "./path-lines.ts";
import { openDuckRoutes } from "./paths-duckdb.ts";
import {
  askAll,
  fill,
  MEGABYTE,
  PAGE,
  percentile,
  route,
  step,
  threadMilliseconds,
  type Figure,
} from "./paths-engine.ts";
import { BOUND_LINES, measureWorst, worstTable, type Worst } from "./paths-worst.ts";
import { writeSection } from "./write-section.ts";

const SMALL = 100_000;
const MIDDLE = 1_000_000;
const LARGE = 4_000_000;
const PAIRS = 200;
/** These pairs are asked first and not measured, so that compiling and planning do not count. */
const WARM_UP_PAIRS = 20;
/** Pairs consist of the most common companies, this many of them. */
const COMMON_COMPANIES = 300;

type Beside = { version: string; megabytes: number; sortSeconds: number; engine: Figure; duck: Figure; unlike: number };
type Size = {
  lines: number;
  roles: number;
  fillSeconds: number;
  firstMilliseconds: number;
  columnMegabytes: number;
  residentMegabytes: number;
  figures: Figure[];
  worst: Worst[];
  beside: Beside | undefined;
};

async function measureSize(lines: number, questions: number, hasDuck: boolean): Promise<Size> {
  console.log(`\n${numberText(lines)} lines`);
  const world = makeWorld(7);
  const duck = hasDuck ? await openDuckRoutes(world, COMPANIES) : undefined;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const engine = createPathEngine({ today: world.today, nameOfTitle: (slug) => slug });
  let roles = 0;
  const fillSeconds = fill(engine, world, lines, (line) => {
    roles += line.roles.length;
    duck?.add(line);
  });
  const start = threadMilliseconds();
  askOneOfEach(engine);
  const firstMilliseconds = threadMilliseconds() - start;
  globalThis.gc?.();
  const residentMegabytes = (process.memoryUsage().rss - before) / MEGABYTE;
  const beside = duck && (await measureBeside(engine, world, duck));
  const figures = askAll(engine, world, { lines, questions, only: "" });
  const worst = lines === BOUND_LINES ? measureWorst(engine) : [];
  duck?.close();
  const columnMegabytes = engine.bytes() / MEGABYTE;
  return { lines, roles, fillSeconds, firstMilliseconds, columnMegabytes, residentMegabytes, figures, worst, beside };
}

/** Asks both the same pairs of companies, one after another. Also counts different answers. */
async function measureBeside(
  engine: ReturnType<typeof createPathEngine>,
  world: World,
  duck: Awaited<ReturnType<typeof openDuckRoutes>>,
): Promise<Beside> {
  const sortSeconds = await duck.finish();
  const { random } = drawQuestions(world);
  const common = (): number => Math.floor(random() * COMMON_COMPANIES);
  const pairs = Array.from({ length: WARM_UP_PAIRS + PAIRS }, () => [common(), common()] as const);
  const [ofEngine, ofDuck]: [number[], number[]] = [[], []];
  let unlike = 0;
  for (const [index, [from, to]] of pairs.entries()) {
    const at = (company: number) => step({ companies: [world.companyId(company)] });
    const start = performance.now();
    const { people } = engine.search(route([at(from), at(to)]), PAGE);
    const middle = performance.now();
    const counted = await duck.twoSteps(from, to);
    if (index >= WARM_UP_PAIRS) {
      ofDuck.push(performance.now() - middle);
      ofEngine.push(middle - start);
    }
    // The engine does not reveal numbers from 1 to 4.
    if (people !== counted && counted >= 5) unlike += 1;
  }
  const figureOf = (what: string, took: number[]): Figure => {
    took.sort((a, b) => a - b);
    const work = took.reduce((sum, one) => sum + one, 0) / took.length;
    return {
      what,
      p50: percentile(took, 0.5),
      p99: percentile(took, 0.99),
      worst: took.at(-1) ?? 0,
      work,
      times: PAIRS,
      isRefused: false,
    };
  };
  const megabytes = (await duck.memoryBytes()) / MEGABYTE;
  return {
    version: duck.version,
    megabytes,
    sortSeconds,
    engine: figureOf("engine", ofEngine),
    duck: figureOf("DuckDB", ofDuck),
    unlike,
  };
}

function growthTable(sizes: readonly Size[]): string[] {
  return [
    "| lines | roles | fill | one question of each kind | columns | process grew by |",
    "| --- | --- | --- | --- | --- | --- |",
    ...sizes.map(
      (size) =>
        `| ${numberText(size.lines)} | ${numberText(size.roles)} | ${size.fillSeconds.toFixed(1)} s ` +
        `| ${size.firstMilliseconds.toFixed(0)} ms | ${size.columnMegabytes.toFixed(0)} MB | ${size.residentMegabytes.toFixed(0)} MB |`,
    ),
  ];
}

function questionTable(sizes: readonly Size[]): string[] {
  const largest = sizes.at(-1);
  const workAt = (size: Size, what: string): string => {
    const figure = size.figures.find((one) => one.what === what);
    if (!figure) return "";
    return figure.isRefused ? `refused (${figure.work.toFixed(1)})` : figure.work.toFixed(1);
  };
  const columns = sizes.map((size) => `work at ${numberText(size.lines)}`);
  return [
    `| question | p50 | p99 | ${columns.join(" | ")} |`,
    `| --- | --- | --- |${" --- |".repeat(sizes.length)}`,
    ...(largest?.figures ?? []).map(
      ({ what, p50, p99 }) =>
        `| ${what} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${sizes.map((size) => workAt(size, what)).join(" | ")} |`,
    ),
  ];
}

function besideText({ lines, beside }: Size): string[] {
  if (!beside) return [];
  const { engine, duck, unlike, version, megabytes, sortSeconds } = beside;
  return [
    "",
    `The same ${PAIRS} two-step routes between common companies at ${numberText(lines)} lines, asked one after the`,
    `other. DuckDB ${version} holds the roles in memory, in one table ordered by company and pipeline. It counts people and`,
    "the quartiles of months on all processors; the engine makes its whole answer on one.",
    `DuckDB: ${megabytes.toFixed(0)} MB, sorted in ${sortSeconds.toFixed(1)} s. Answers with another number of people: ${unlike}.`,
    "",
    "| two-step route | p50 | p99 |",
    "| --- | --- | --- |",
    `| engine | ${engine.p50.toFixed(1)} ms | ${engine.p99.toFixed(1)} ms |`,
    `| DuckDB | ${duck.p50.toFixed(1)} ms | ${duck.p99.toFixed(1)} ms |`,
    `| DuckDB / engine | ${(duck.p50 / engine.p50).toFixed(1)} | ${(duck.p99 / engine.p99).toFixed(1)} |`,
  ];
}

function worstText({ lines, worst }: Size): string[] {
  if (worst.length === 0) return [];
  return [
    "",
    `The longest searches at ${numberText(lines)} lines, asked by turns; milliseconds by the clock:`,
    "",
    ...worstTable(worst),
  ];
}

export async function benchPaths(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "four-million": { type: "boolean", default: false },
      largest: { type: "string", default: String(MIDDLE) },
      questions: { type: "string", default: "100" },
    },
  });
  const largest = Number(values.largest);
  const loads = [loadavg()[0] ?? 0];
  const questions = Number(values.questions);
  const sizes = [
    await measureSize(Math.min(SMALL, largest), questions, false),
    await measureSize(largest, questions, true),
  ];
  if (values["four-million"]) sizes.push(await measureSize(LARGE, questions, false));
  loads.push(loadavg()[0] ?? 0);
  const [cpu] = cpus();
  const text = [
    `${new Date().toISOString().slice(0, 10)}, \`npm run bench -- ${["paths", ...args].join(" ")}\`, Node ${process.version},`,
    `${cpus().length} × ${cpu?.model ?? "unknown"}, ${(totalmem() / 1_000_000_000).toFixed(0)} GB.`,
    `Load at the start and at the end: ${loads.map((load) => load.toFixed(1)).join(" and ")}. Times are milliseconds. p50 and p99 are measured by the clock,`,
    "at the largest size. Work is the mean processor time of the engine's thread, which other programs change less.",
    "Refused: the question is about more people than the engine reads for it; in brackets the work until it refuses.",
    "",
    ...growthTable(sizes),
    "",
    ...questionTable(sizes),
    ...sizes.flatMap(worstText),
    ...sizes.flatMap(besideText),
  ].join("\n");
  console.log(`\n${text}`);
  writeSection("docs/performance.md", "Paths", text);
}
