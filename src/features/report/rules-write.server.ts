import { sql, type RawBuilder, type SqlBool } from "kysely";
import { calendarDay } from "#core/calendar.ts";
import type { RoleText } from "#core/role-texts.ts";
import type { Database, Trx } from "#db/connect.ts";
import { networkOf } from "#features/audit/write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { countShared, LIMITS } from "#server/rate-limit.ts";
import { NONSENSE, type Rule } from "./rules.ts";

/** The most reports that one rule queues in one run. The rest follows in the next run. */
const AT_ONCE = 50;

/**
 * Matches web addresses that a browser would open, and names that look like one with a path. "Node.js" and "Yahoo.com"
 * are no addresses.
 */
const ADDRESS = String.raw`(https?://|www\.)[^[:space:]]+|[[:alnum:]-]+\.(com|net|org|info|biz|xyz|top|shop|online|site)/`;

/** True for every text that ADDRESS matches, and for few others. A hundred times faster. */
const MAY_HOLD_ADDRESS = sql<SqlBool>`(t.text like '%/%' or t.text like '%.%')`;

/** Pipelines that one statement looks at. */
const PIECE = 1_000;
/** Pieces of one run, so that a run on a large site takes no longer than on one of 50,000 people. */
const PIECES_A_RUN = 50;

/** The indexes on long texts begin at this length, so that it is part of the statement's text. */
const isLong = (text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`length(${text}) >= ${sql.lit(NONSENSE.sameTextLength)}`;

/** Does everybody see the role's own title? Anonymous people can show the catalogue's title instead. */
const SHOWS_TITLE = sql<SqlBool>`p.listed and (p.visibility = 'public' or p.own_titles)`;
/** Does everybody see the optional texts of the role that are shown with public people alone? */
const SHOWS_PUBLIC_TEXTS = sql<SqlBool>`p.listed and p.visibility = 'public' and not s.undisclosed`;

/** The texts of a role that people write, as everybody reads them. For a text that others never see: sql`''`. */
const SHOWN_TEXTS: Readonly<Record<"title" | RoleText, RawBuilder<unknown>>> = {
  title: sql`case when ${SHOWS_TITLE} then r.title else '' end`,
  location: sql`case when ${SHOWS_PUBLIC_TEXTS} then r.location else '' end`,
};

/**
 * Texts of these pipelines that people write and everybody can read: of roles, and typed names of disclosed companies.
 * A report shows the text to administrators.
 */
const textsOf = (profiles: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.profile_id, t.text from role r
  join profile p on p.id = r.profile_id
  join stop s on s.id = r.stop_id
  cross join lateral (values ${sql.join(Object.values(SHOWN_TEXTS).map((text) => sql`(${text})`))}) as t (text)
  where r.profile_id = any(${profiles})
  union all
  select s.profile_id, c.display_name from stop s
  join company c on c.id = s.company_id and c.status = 'new'
  where s.listed and s.profile_id = any(${profiles})`;

/** Is the lower-case text `m.text` in many visible pipelines? Each part stops at that number. */
const IS_OFTEN = sql<SqlBool>`(
  select count(*) from (
    (select distinct r.profile_id from role r join profile p on p.id = r.profile_id
      where lower(r.title) = m.text and ${isLong(sql`r.title`)} and ${SHOWS_TITLE}
      order by r.profile_id limit ${NONSENSE.pipelines})
    union
    (select distinct r.profile_id from role r join profile p on p.id = r.profile_id join stop s on s.id = r.stop_id
      where lower(r.location) = m.text and ${isLong(sql`r.location`)} and ${SHOWS_PUBLIC_TEXTS}
      order by r.profile_id limit ${NONSENSE.pipelines})
    union
    (select distinct s.profile_id from company c join stop s on s.company_id = c.id and s.listed
      where lower(c.display_name) = m.text and ${isLong(sql`c.display_name`)} and c.status = 'new'
      limit ${NONSENSE.pipelines})
  ) found
) >= ${NONSENSE.pipelines}`;

type Found = { rule: Rule; reason: "spam"; rows: (profiles: RawBuilder<unknown>) => RawBuilder<unknown> };

const RULES: readonly Found[] = [
  {
    rule: "many-roles",
    reason: "spam",
    rows: (profiles) => sql`
      select r.profile_id, '' as quote from role r join profile p on p.id = r.profile_id and p.listed
      where r.profile_id = any(${profiles}) group by r.profile_id having count(*) >= ${NONSENSE.roles}`,
  },
  {
    rule: "address-in-text",
    reason: "spam",
    rows: (profiles) => sql`
      select t.profile_id, min(t.text) as quote from (${textsOf(profiles)}) t
      where ${MAY_HOLD_ADDRESS} and t.text ~* ${ADDRESS} group by t.profile_id`,
  },
  {
    rule: "same-text",
    reason: "spam",
    rows: (profiles) => sql`
      with long as materialized (
        select t.profile_id, t.text from (${textsOf(profiles)}) t where ${isLong(sql`t.text`)}
      ),
      often as materialized (
        select m.text from (select distinct lower(text) as text from long) m where ${IS_OFTEN}
      )
      select long.profile_id, min(long.text) as quote
      from long join often on often.text = lower(long.text) group by long.profile_id`,
  },
];

/**
 * Queues obvious nonsense for a person to check. Reads only what everybody can see, and changes or hides nothing. Each
 * rule queues a pipeline once, until that report is deleted by its age.
 *
 * Looks at pipelines piece by piece in the order of their random keys, and goes on where the last run ended. It does
 * not look for changes only: a pipeline can become nonsense without one, when others get its text or when its report is
 * deleted.
 * @param options.pieces the most pieces of this run
 */
export async function queueByRules(
  { db, now }: { db: Database; now: Date },
  { signal, pieces = PIECES_A_RUN }: { signal?: AbortSignal; pieces?: number } = {},
): Promise<void> {
  const left = new Map<Rule, number>(RULES.map(({ rule }) => [rule, AT_ONCE]));
  let walked = (await readWalk(db)) ?? 0;
  for (let looked = 0; looked < pieces; looked += 1) {
    signal?.throwIfAborted();
    const from = walked;
    const next = await db.transaction().execute(async (trx) => {
      // For these short statements, starting a parallel process costs more than it saves.
      await sql`select set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx);
      return await queueOfPiece(trx, { now, from, left });
    });
    if (next === undefined) {
      await db.deleteFrom("report_walk").execute();
      return;
    }
    walked = next;
  }
}

type Piece = { now: Date; from: number; left: Map<Rule, number> };

/**
 * Applies the rules to one piece, and lowers `left`, how many reports each rule may still queue.
 * @returns the last key that was looked at, which is also stored; undefined after the last piece
 */
async function queueOfPiece(trx: Trx, { now, from, left }: Piece): Promise<number | undefined> {
  // A piece also has hidden people, whom the rules skip. So how far a run gets does not show how many are hidden.
  const piece = await trx
    .selectFrom("profile")
    .select("id")
    .where("id", ">", from)
    .orderBy("id")
    .limit(PIECE)
    .execute();
  const profiles = piece.map(({ id }) => id);
  for (const found of RULES) {
    const most = left.get(found.rule) ?? 0;
    if (most > 0) left.set(found.rule, most - (await queueFound(trx, now, found, { profiles, most })));
  }
  const walked = profiles.at(-1);
  if (profiles.length < PIECE || walked === undefined) return undefined;
  await sql`insert into report_walk (walked_to) values (${walked})
    on conflict (is_only) do update set walked_to = excluded.walked_to`.execute(trx);
  return walked;
}

async function readWalk(db: Database): Promise<number | undefined> {
  return (await db.selectFrom("report_walk").select("walked_to").executeTakeFirst())?.walked_to;
}

/** @returns how many were queued */
async function queueFound(
  db: Trx,
  now: Date,
  { rule, reason, rows }: Found,
  { profiles, most }: { profiles: readonly number[]; most: number },
): Promise<number> {
  const { rows: fresh } = await sql<{ profile_id: number; quote: string }>`
    select f.profile_id, left(f.quote, 300) as quote from (${rows(sql`${profiles}::bigint[]`)}) f
    where not exists (select 1 from report where rule = ${rule} and profile_id = f.profile_id)
    order by f.profile_id limit ${most}`.execute(db);
  if (fresh.length === 0) return 0;
  const today = calendarDay(now);
  await db
    .insertInto("report")
    .values(
      fresh.map(({ profile_id, quote }) => ({
        public_id: newPublicId(),
        subject: "pipeline" as const,
        profile_id,
        company_id: null,
        reason,
        quote,
        rule,
        on_day: today,
        reply_hash: null,
      })),
    )
    // Another process may have queued them at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return fresh.length;
}

/** Counts a sign-up of an address. The thirtieth of a day is queued, with the network instead of the address. */
export async function noteSignUp(
  ctx: Pick<WriteContext, "db" | "secret" | "now" | "today" | "address">,
): Promise<void> {
  const { hits } = await countShared(ctx, { limit: LIMITS.signUpsOfAddress, who: ctx.address });
  if (hits !== NONSENSE.signUps) return;
  await ctx.db
    .insertInto("report")
    .values({
      public_id: newPublicId(),
      subject: "site",
      profile_id: null,
      company_id: null,
      reason: "spam",
      quote: networkOf(ctx.address),
      rule: "many-sign-ups",
      on_day: ctx.today,
      reply_hash: null,
    })
    .execute();
}
