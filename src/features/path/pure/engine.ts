import { answerCompany } from "./answers/company.ts";
import { Everywhere } from "./answers/everywhere.ts";
import { answerFlow } from "./answers/flow.ts";
import { answerNext } from "./answers/next.ts";
import { answerRoutes } from "./answers/routes.ts";
import { answerSchool } from "./answers/school.ts";
import { answerTimes, countRoute } from "./answers/counts.ts";
import { answerSearch } from "./answers/search.ts";
import { answerSimilar } from "./answers/similar.ts";
import type { State } from "./answers/state.ts";
import { visitAll } from "./answers/state.ts";
import { readSubject, subjectOfLine } from "./answers/subject.ts";
import { answerTitle, answerTitles } from "./answers/title.ts";
import { Columns } from "./columns/columns.ts";
import { decodeLine } from "./columns/decode.ts";
import { OPEN } from "./columns/layout.ts";
import { ReadLines } from "./columns/read-lines.ts";
import { Times } from "./columns/times.ts";
import { MOST_OF_EVERYBODY } from "./limits.ts";
import { lineFingerprint } from "./line-fingerprint.ts";
import type { EngineContext, PathEngine } from "./types.ts";

/** The engine, the memory of its columns, and how many ids and titles it remembers. */
export type MeasuredEngine = PathEngine & { bytes: () => number; names: () => number };

/** Creates an empty engine. `put` fills it. */
export function createPathEngine(context: EngineContext): MeasuredEngine {
  const columns = new Columns(context.mostTail);
  let { today } = context;
  let generation = 0;
  let everywhere = new Everywhere({ columns, today });
  columns.onCount = (line, by) => everywhere.note(line, by);
  const noteChange = (isChanged: boolean): void => {
    if (isChanged) generation += 1;
  };
  const ask = <T>(answer: (state: State) => T): T => {
    columns.prepare();
    const { nameOfTitle, mostOfEverybody = MOST_OF_EVERYBODY } = context;
    return answer({ columns, today, nameOfTitle, everywhere, mostOfEverybody });
  };
  return {
    put: (line) => noteChange(columns.put(line)),
    remove: (id) => noteChange(columns.remove(id)),
    rename: (what, id, name) => {
      const names = what === "company" ? columns.companies : columns.schools;
      noteChange(names.rename(names.find(id), name));
    },
    setToday: (month) => {
      if (month === today) return;
      noteChange(true);
      today = month;
      everywhere = new Everywhere({ columns, today });
    },
    generation: () => generation,
    size: () => columns.counts.all,
    holds: (line) => columns.holds(line),
    ids: () => idsOf(columns, () => true),
    beginReading: () => {
      columns.read = new ReadLines();
    },
    endReading: () => {
      const { read } = columns;
      columns.read = undefined;
      return read ? idsOf(columns, (line) => !read.has(line)) : [];
    },
    fingerprintOf: (id) => {
      const line = columns.find(id);
      return line < 0 ? 0 : lineFingerprint(decodeLine(columns, line));
    },
    agingLines: () => agingLines(columns, today),
    bytes: () => columns.bytes(),
    names: () => columns.names(),

    search: (route, page) => ask((state) => answerSearch(state, route, page)),
    next: (route) => ask((state) => answerNext(state, route)),
    counts: (routes) => ask((state) => routes.map((route) => countRoute(state, route))),
    times: (route) => ask((state) => answerTimes(state, route)),
    routes: (question) => ask((state) => answerRoutes(state, question)),
    flow: (question) => ask((state) => answerFlow(state, question)),
    company: (question) => ask((state) => answerCompany(state, question)),
    school: (question) => ask((state) => answerSchool(state, question)),
    titles: () => ask(answerTitles),
    title: (slug) => ask((state) => answerTitle(state, slug)),
    similar: (id) =>
      ask((state) => {
        const line = columns.find(id);
        return line < 0 ? undefined : answerSimilar(state, subjectOfLine(state, line));
      }),
    similarTo: (line) => ask((state) => answerSimilar(state, readSubject(state, line))),
  };
}

/** The ids of the living lines that are wanted. */
function idsOf(columns: Columns, isWanted: (line: number) => boolean): string[] {
  const ids: string[] = [];
  visitAll(columns, (line) => {
    if (isWanted(line)) ids.push(columns.idOf(line));
  });
  return ids;
}

/** Lines whose phases change with time: those with a future role, or a current one with a known end. */
function agingLines(columns: Columns, today: number): string[] {
  const times = new Times(columns, today);
  const ids: string[] = [];
  visitAll(columns, (line) => {
    const to = columns.offset[line + 1] ?? 0;
    for (let role = columns.offset[line] ?? 0; role < to; role += 1) {
      if (times.isIncoming(role) || (times.isCurrent(role) && columns.end[role] !== OPEN)) {
        ids.push(columns.idOf(line));
        return;
      }
    }
  });
  return ids;
}
