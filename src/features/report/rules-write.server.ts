import { sql } from "kysely";
import type { Database } from "#db/connect.ts";
import { networkOf } from "#features/audit/write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { countShared, LIMITS } from "#server/rate-limit.ts";
import { NONSENSE } from "./rules.ts";

/** The most reports of one rule in one run. The rest follows in the next run. */
const AT_ONCE = 50;

/**
 * Matches web addresses that a browser would open, and names that look like one with a path. "Node.js" and "Yahoo.com"
 * are no addresses.
 */
const ADDRESS = String.raw`(https?://|www\.)[^[:space:]]+|[[:alnum:]-]+\.(com|net|org|info|biz|xyz|top|shop|online|site)/`;

/**
 * Texts that people write and everybody can read: titles unless the catalogue's title is shown instead, locations of
 * public people, and typed names of disclosed companies. A report shows the text to administrators.
 */
const TEXTS = sql`
  select r.profile_id, t.text from role r
  join profile p on p.id = r.profile_id and p.listed
  join stop s on s.id = r.stop_id
  cross join lateral (values
    (case when p.visibility = 'public' or p.own_titles then r.title else '' end),
    (case when p.visibility = 'public' and not s.undisclosed then r.location else '' end)
  ) as t (text)
  union all
  select s.profile_id, c.display_name from stop s
  join company c on c.id = s.company_id and c.status = 'new'
  where s.listed`;

/**
 * Queues obvious nonsense for a person to check. Reads only what everybody can see, and changes or hides nothing. Each
 * rule queues a pipeline once, until that report is deleted by its age.
 */
export async function queueByRules({ db, now }: { db: Database; now: Date }): Promise<void> {
  const found = [
    {
      rule: "many-roles",
      reason: "spam",
      rows: sql`select r.profile_id, '' as quote from role r join profile p on p.id = r.profile_id and p.listed
        group by r.profile_id having count(*) >= ${NONSENSE.roles}`,
    },
    {
      rule: "address-in-text",
      reason: "spam",
      rows: sql`select t.profile_id, min(t.text) as quote from (${TEXTS}) t where t.text ~* ${ADDRESS} group by t.profile_id`,
    },
    {
      rule: "same-text",
      reason: "spam",
      rows: sql`
        with long as materialized (
          select profile_id, text, lower(text) as same from (${TEXTS}) t where length(text) >= ${NONSENSE.sameTextLength}
        ), often as (
          select same from long group by same having count(distinct profile_id) >= ${NONSENSE.pipelines}
        )
        select profile_id, min(text) as quote from long join often using (same) group by profile_id`,
    },
  ] as const;
  const today = now.toISOString().slice(0, 10);
  for (const { rule, reason, rows } of found) {
    const { rows: fresh } = await sql<{ profile_id: number; quote: string }>`
      select f.profile_id, left(f.quote, 300) as quote from (${rows}) f
      where not exists (select 1 from report where rule = ${rule} and profile_id = f.profile_id)
      limit ${AT_ONCE}`.execute(db);
    if (fresh.length === 0) continue;
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
      // Another process looked through them at the same time.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Counts a sign-up of an address; the thirtieth in a day is queued, with the network and not the address. */
export async function noteSignUp(
  ctx: Pick<WriteContext, "db" | "secret" | "now" | "today" | "address">,
): Promise<void> {
  const { hits } = await countShared(ctx.db, ctx.secret, ctx.now, { limit: LIMITS.signUpsOfAddress, who: ctx.address });
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
