import { sql } from "kysely";
import { z } from "zod";
import { MAIL_JOB } from "#features/mail/write.server.ts";
import { openEmail } from "#features/mail/seal.server.ts";
import { allAfterResponseDone } from "#server/after-response.ts";
import type { TestApp } from "./app.ts";

const emailSchema = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), href: z.string() }).optional(),
  notes: z.array(z.string()).optional(),
});

type SeenEmail = z.infer<typeof emailSchema> & { kind: string; recipient: string };

/** The e-mails queued for an address so far, oldest first. */
export async function emailsTo(app: TestApp, recipient: string): Promise<SeenEmail[]> {
  await allAfterResponseDone();
  // Tests stop the clock, so most mails are of one moment. Their jobs have the database's own time.
  const jobs = sql<{ id: string; queued_at: Date }>`(
    select data ->> 'id' as id, min(created_on) as queued_at from pgboss.job where name = ${MAIL_JOB} group by 1)`;
  const rows = await app.db
    .selectFrom("mail")
    .leftJoin(jobs.as("job"), "job.id", "mail.public_id")
    .select(["public_id", "kind", "recipient", "letter"])
    .orderBy("created_at")
    .orderBy("job.queued_at")
    .execute();
  return rows
    .map((row) => openEmail(app.services.secret, row))
    .filter((row) => row.recipient === recipient)
    .map((row) => ({ ...emailSchema.parse(row.letter), kind: row.kind, recipient: row.recipient }));
}

/** The token in the last link of a kind that was mailed to an address. */
export async function linkTo(app: TestApp, recipient: string, kind: string): Promise<string> {
  const email = (await emailsTo(app, recipient)).findLast((one) => one.kind === kind && one.action !== undefined);
  const token = email?.action?.href.split("#")[1];
  if (token === undefined) throw new Error(`No ${kind} e-mail went to ${recipient}.`);
  return token;
}
