import { z } from "zod";
import { openSealed, seal, sealedOwner } from "#server/seal.ts";
import { FORGOTTEN_KIND, type Email } from "./rules.ts";
import { emailSchema } from "./schema.ts";

const PURPOSE = "mail";
const sealedSchema = z.object({ sealed: z.string() });
const openSchema = z.object({ recipient: z.string(), letter: emailSchema });

type SealedColumns = { account_id: null; recipient: string; letter: string };

/**
 * Encrypts a mail about an act of moderation. The audit log stores the time of the act, and the report stores its text
 * and a hash of its reply link. A plain mail has the same time, text and link, so the database would show which e-mail
 * address belongs to the pipeline.
 */
export function sealEmail(
  secret: Buffer,
  publicId: string,
  mail: { accountId: string | undefined; recipient: string; content: Email },
): SealedColumns {
  const { accountId, recipient, content } = mail;
  const text = JSON.stringify({ recipient, letter: content });
  return {
    account_id: null,
    // The HMAC of the account's id finds the mail for the person's archive, and for deletion with the account. A mail
    // about a deleted account has none.
    recipient: accountId === undefined ? `sealed:${publicId}` : sealedOwner(secret, accountId),
    letter: JSON.stringify({ sealed: seal(secret, PURPOSE, publicId, text).toString("base64url") }),
  };
}

type Row = { public_id: string; kind: string; recipient: string; letter: Record<string, unknown> | null };

/** Decrypts a row's recipient and content. The content is null if it was encrypted with another secret or is damaged. */
export function openEmail<Found extends Row>(secret: Buffer, row: Found): Found {
  if (row.kind !== FORGOTTEN_KIND || row.letter === null) return row;
  const found = sealedSchema.safeParse(row.letter);
  // Older versions queued such mails without encryption.
  if (!found.success) return row;
  try {
    const text = openSealed(secret, PURPOSE, row.public_id, Buffer.from(found.data.sealed, "base64url"));
    return { ...row, ...openSchema.parse(JSON.parse(text)) };
  } catch {
    return { ...row, letter: null };
  }
}
