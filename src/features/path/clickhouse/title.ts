import { ANY_ROLE, routeOf } from "#features/path/pure/route-parts.ts";
import { ENTRY_LEVELS, isManagement, showTitles } from "#features/path/pure/answers/title.ts";
import { FIRST_PAGE } from "#features/path/pure/answers/lines.ts";
import { LEVELS } from "#features/path/pure/columns/wordings.ts";
import { leastShown, showCount, showShare, showSpread, showWholeYears } from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import type { FirstAt, TitlesAnswer } from "#features/path/pure/title-types.ts";
import type { Curve, Level } from "#features/path/pure/types.ts";
import type { Questions } from "#features/path/pure/calls.ts";
import { readCurve } from "./curve.ts";
import { counted, histogramOf, matchedRows } from "./figures.ts";
import { readPage } from "./lines.ts";
import { CURRENT, INCOMING } from "#features/path/pure/columns/layout.ts";
import { Params } from "./params.ts";
import { askOne, COUNTS, type Asking, type Counted, type CountsRow } from "./ask.ts";
import { EVERYBODY, rows as rowsFrom, statement, type Rows } from "./rows.ts";
import { lessRows, named, readTable, readCompanies, shownRows, type KeyRow } from "./shown-tables.ts";

/** Every title that somebody has or had, if it may be shown. Most people first, then by slug. */
export async function answerTitles({ ask, nameOfTitle }: Asking): Promise<TitlesAnswer> {
  const rows = await ask<KeyRow>(
    statement(rowsFrom(EVERYBODY, []), `arrayJoin(arrayDistinct(title)) AS key, ${COUNTS}`, "GROUP BY key"),
    new Params(),
  );
  return showTitles(
    rows.map(({ key, ...counts }) => ({
      slug: key,
      name: nameOfTitle(key),
      ...partsOf(key),
      people: showCount(counts),
    })),
  );
}

/** A slug is `{level}-{family}`. */
function partsOf(slug: string): { level: Level; family: string } {
  const at = slug.indexOf("-");
  return { level: LEVELS.find((one) => one === slug.slice(0, at)) ?? "mid", family: slug.slice(at + 1) };
}

/** Undefined for a title that nobody holds, and for one that must look as if nobody held it. */
export async function answerTitle(asking: Asking, slug: string): Promise<Questions["title"]["answer"]> {
  const { ask, nameOfTitle } = asking;
  const { level, family } = partsOf(slug);
  const isReached = !ENTRY_LEVELS.has(level);
  const params = new Params();
  const asked = params.string(slug);
  const route = routeOf([{ ...ANY_ROLE, titles: [slug] }]);
  const rows = matchedRows(route, params, [
    {
      before_role: "first_role - 1",
      reached_role: `if(career = 0, 0, arrayFirstIndex((t, i) -> t = ${asked} AND i >= career, title, idx))`,
      held: `arrayFilter(i -> title[i] = ${asked}, idx)`,
    },
    {
      is_promoted: "before_role > 0 AND local[before_role] = local[first_role]",
      has_time: `${isReached ? 1 : 0} AND reached_role > 0 AND phase[career] != ${INCOMING} AND phase[reached_role] != ${INCOMING}`,
      companies: "arrayDistinct(arrayFilter(one -> one != '', arrayMap(i -> company[i], held)))",
      wordings: "arrayDistinct(arrayMap(i -> wording[i], held))",
    },
    {
      to_title: "if(has_time, greatest(0, toInt32(start[reached_role]) - toInt32(start[career])), 0)",
      time_on_year: "has_time AND (is_year[career] OR is_year[reached_role])",
    },
  ]);
  const sums = await askOne<
    CountsRow & { promoted: number; promotedPublics: number; counted: Counted; isAbout: number }
  >(
    ask,
    statement(
      rows,
      `${COUNTS}, countIf(is_promoted) AS promoted, countIf(is_promoted AND is_public) AS promotedPublics,
      ${counted("to_title", "has_time")} AS counted, countIf(time_on_year) AS isAbout`,
    ),
    params,
  );
  const counts = { people: sums.people, publics: sums.publics };
  const people = showCount(counts);
  if (people === 0) return undefined;
  const promoted = { people: sums.promoted, publics: sums.promotedPublics };
  const months = histogramOf(sums.counted);
  const [spellings, fromTitles, companies, firstAt, curve, page] = await Promise.all([
    ask<{ spelling: string }>(
      statement(
        rows,
        "arrayJoin(wordings) AS spelling, count() AS people",
        `GROUP BY spelling HAVING people >= ${leastShown(undefined)} ORDER BY people DESC, spelling`,
      ),
      params,
    ),
    readTable(asking, { naming: "title", rows, key: "if(before_role > 0, title[before_role], '')" }, params),
    readCompanies(asking, rows, params),
    readFirstAt(asking, rows, { params, counts }),
    isReached ? readCurveTo(asking, slug, isManagement(level) ? undefined : family) : null,
    readPage(asking, { route, page: FIRST_PAGE, counts }),
  ]);
  return {
    slug,
    name: nameOfTitle(slug),
    level,
    family,
    spellings: spellings.map(({ spelling }) => spelling),
    people,
    months: isReached ? showSpread(months, sums.isAbout > 0) : null,
    wholeYears: isReached ? showWholeYears(months) : [],
    curve,
    fromTitles,
    promoted: showCount(promoted),
    hired: showCount(lessRows(counts, [promoted])),
    companies,
    firstAt,
    lines: page.lines,
  };
}

/** For each company: how many people first held the title there. A person counts at one company only. */
async function readFirstAt(
  asking: Asking,
  rows: Rows,
  { params, counts }: { params: Params; counts: CountsRow },
): Promise<FirstAt> {
  const shown = await asking.ask<KeyRow & { promoted: number; counted: Counted; isAbout: number }>(
    statement(
      rows,
      `company[first_role] AS key, ${COUNTS}, countIf(is_promoted) AS promoted,
      ${counted("to_title", "has_time")} AS counted, countIf(time_on_year) AS isAbout`,
      `WHERE key != '' GROUP BY key ${shownRows()}`,
    ),
    params,
  );
  const names = await named(asking, "company", shown);
  const found = new Map(shown.map((row) => [row.key, row]));
  return {
    rows: names.map((one) => {
      const row = found.get(one.id);
      return {
        ...one,
        months: row ? showSpread(histogramOf(row.counted), row.isAbout > 0) : showSpread(new Histogram(), false),
        promotedInside: row ? showShare(row.promoted, row.people) : null,
      };
    }),
    others: showCount(lessRows(counts, shown)),
  };
}

/**
 * How long it takes from career start to the title, of everybody who started in its family.
 * @param family undefined: of every family
 */
async function readCurveTo(asking: Asking, slug: string, family: string | undefined): Promise<Curve> {
  const params = new Params();
  const asked = params.string(slug);
  const now = params.number(asking.today);
  const ofFamily = family === undefined ? "1" : `family = ${params.string(family)}`;
  const rows = rowsFrom(`${EVERYBODY} AND career > 0 AND ${ofFamily}`, [
    { where: `phase[career] != ${INCOMING}` },
    {
      idx: "arrayEnumerate(start)",
      begun_until: `arrayMap((u, h) -> if(h = ${INCOMING}, -1, toInt32(least(u, ${now}))), until, phase)`,
    },
    {
      reached_role: `arrayFirstIndex((t, i) -> t = ${asked} AND i >= career, title, idx)`,
      last_until: "arrayMax(begun_until)",
    },
    {
      is_reached: `reached_role > 0 AND phase[reached_role] != ${INCOMING}`,
      end_role: `if(reached_role > 0 OR has(phase, ${CURRENT}), 0, arrayLastIndex(u -> u = last_until, begun_until))`,
    },
    {
      times: `[if(is_reached,
        (greatest(0, toInt32(start[reached_role]) - toInt32(start[career])), toUInt8(1), toUInt8(is_year[career] OR is_year[reached_role])),
        (greatest(0, toInt32(if(end_role > 0, last_until, ${now})) - toInt32(start[career])), toUInt8(0), toUInt8(is_year[career] OR (end_role > 0 AND is_year[end_role]))))]`,
    },
  ]);
  return readCurve(asking, rows, params);
}
