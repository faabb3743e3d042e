import { z } from "zod";
import { allDone } from "#server/after.ts";
import type { TestApp } from "./app.ts";

const letterSchema = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), href: z.string() }).optional(),
  notes: z.array(z.string()).optional(),
});

export type SeenLetter = z.infer<typeof letterSchema> & { kind: string; recipient: string };

/** The letters written down for an address so far, oldest first. */
export async function lettersTo(app: TestApp, recipient: string): Promise<SeenLetter[]> {
  await allDone();
  const rows = await app.db
    .selectFrom("mail")
    .select(["kind", "recipient", "letter"])
    .where("recipient", "=", recipient)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...letterSchema.parse(row.letter), kind: row.kind, recipient: row.recipient }));
}

/** The token in the last link of a kind that was mailed to an address. */
export async function linkTo(app: TestApp, recipient: string, kind: string): Promise<string> {
  const letter = (await lettersTo(app, recipient)).findLast((one) => one.kind === kind && one.action !== undefined);
  const token = letter?.action?.href.split("#")[1];
  if (token === undefined) throw new Error(`No ${kind} letter went to ${recipient}.`);
  return token;
}
