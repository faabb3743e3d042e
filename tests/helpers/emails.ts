import { sql } from "kysely";
import { z } from "zod";
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
  const rows = await app.db
    .selectFrom("mail")
    .select(["public_id", "kind", "recipient", "letter"])
    .orderBy("created_at")
    // Two of one moment: in the order in which they were written.
    .orderBy(sql`ctid`)
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
