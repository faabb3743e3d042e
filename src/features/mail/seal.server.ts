import { z } from "zod";
import { openSealed, seal, sealedOwner } from "#server/seal.ts";
import { FORGOTTEN_KIND, type Email } from "./rules.ts";
import { emailSchema } from "./schema.ts";

const PURPOSE = "mail";
const sealedSchema = z.object({ sealed: z.string() });
const openSchema = z.object({ recipient: z.string(), letter: emailSchema });

type SealedColumns = { account_id: null; recipient: string; letter: string };

/**
 * The columns of a mail about what an administrator did. The audit log has the time, the report has the words and the
 * link's hash: in clear, any of them would tell whose e-mail belongs to the pipeline.
 */
export function sealLetter(
  secret: Buffer,
  publicId: string,
  mail: { accountId: string | undefined; recipient: string; content: Email },
): SealedColumns {
  const { accountId, recipient, content } = mail;
  const text = JSON.stringify({ recipient, letter: content });
  return {
    account_id: null,
    // With it the mail is found for its person's archive, and goes with the account.
    recipient: accountId === undefined ? `sealed:${publicId}` : sealedOwner(secret, accountId),
    letter: JSON.stringify({ sealed: seal(secret, PURPOSE, publicId, text).toString("base64url") }),
  };
}

type Row = { public_id: string; kind: string; recipient: string; letter: Record<string, unknown> | null };

/** A row with its recipient and letter in clear. One of another installation's key has no letter any more. */
export function openLetter<Found extends Row>(secret: Buffer, row: Found): Found {
  if (row.kind !== FORGOTTEN_KIND || row.letter === null) return row;
  const found = sealedSchema.safeParse(row.letter);
  // Queued by a version that did not seal.
  if (!found.success) return row;
  try {
    const text = openSealed(secret, PURPOSE, row.public_id, Buffer.from(found.data.sealed, "base64url"));
    return { ...row, ...openSchema.parse(JSON.parse(text)) };
  } catch {
    return { ...row, letter: null };
  }
}
