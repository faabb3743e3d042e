import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { AppError } from "#core/errors.ts";
import { stateOf } from "./rules.ts";
import type { AddressesPage, Code, Codes } from "./schema.ts";

const CODES_A_PAGE = 50;

type AccessProof = {
  accountId: string | undefined;
  tokenHash: Buffer | undefined;
  codeId: string | undefined;
};

/** The caller's early access: of an account for ever, of a cookie or token until its code is revoked. */
export async function readAccess(
  db: Reader,
  proof: AccessProof,
  now: Date,
): Promise<{ hasAccess: boolean; isKept: boolean; codeId: string | undefined }> {
  const { accountId, tokenHash, codeId } = proof;
  if (accountId === undefined && tokenHash === undefined && codeId === undefined) {
    return { hasAccess: false, isKept: false, codeId: undefined };
  }
  const { rows } = await sql<{ kept: boolean; code_id: string | null }>`
    select
      exists (select 1 from account where id = ${accountId ?? ""} and early_access) as kept,
      coalesce(
        (select public_id from early_access_code where public_id = ${codeId ?? ""} and revoked_at is null),
        (select c.public_id from early_access_grant g join early_access_code c on c.id = g.code_id
          where g.token_hash = ${tokenHash ?? null} and g.expires_at > ${now} and c.revoked_at is null)
      ) as code_id`.execute(db);
  const isKept = rows[0]?.kept ?? false;
  const by = rows[0]?.code_id ?? undefined;
  return { hasAccess: isKept || by !== undefined, isKept, codeId: by };
}

type CodeRow = {
  public_id: string;
  label: string;
  max_uses: number;
  uses: number;
  joined: number;
  addresses: number;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
};

export function toCode(row: CodeRow, now: Date): Code {
  const { label, uses, joined, addresses, max_uses: maxUses, expires_at: expiresAt, revoked_at: revokedAt } = row;
  return {
    _id: row.public_id,
    label,
    uses,
    maxUses,
    joined,
    addresses,
    createdAt: row.created_at.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? "",
    state: stateOf({ uses, maxUses, expiresAt, revokedAt }, now),
  };
}

/** A page of the codes, newest first. The code's letters are not stored, so they are not included. */
export async function readCodes(db: Reader, input: { cursor: string | undefined }, now: Date): Promise<Codes> {
  const { cursor } = input;
  let query = db
    .selectFrom("early_access_code")
    .select(["public_id", "label", "max_uses", "uses", "joined", "addresses", "created_at", "expires_at", "revoked_at"])
    .orderBy("id", "desc");
  if (cursor !== undefined) {
    query = query.where("id", "<", (eb) =>
      eb.selectFrom("early_access_code").select("id").where("public_id", "=", cursor),
    );
  }
  const rows = await query.limit(CODES_A_PAGE + 1).execute();
  const shown = rows.slice(0, CODES_A_PAGE);
  return {
    codes: shown.map((row) => toCode(row, now)),
    next: rows.length > CODES_A_PAGE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}

const ADDRESSES_A_PAGE = 100;

/**
 * A page of the addresses that a code was mailed to, in alphabetical order, with each mail's state. Addresses are deleted
 * with the mails after 30 days; the counts cover the remaining ones.
 * @throws AppError not-found
 */
export async function readAddressStates(
  db: Reader,
  input: { codeId: string; cursor: string | undefined },
): Promise<AddressesPage> {
  const code = await db
    .selectFrom("early_access_code")
    .select("id")
    .where("public_id", "=", input.codeId)
    .executeTakeFirst();
  if (!code) throw new AppError("not-found");
  const { rows } = await sql<AddressesPage["addresses"][number]>`
    select m.public_id as _id, m.recipient as email, m.state, m.last_error as "lastError"
    from invitation i join mail m on m.id = i.mail_id
    where i.code_id = ${code.id} and (lower(m.recipient), m.id) > (
      coalesce((select lower(recipient) from mail where public_id = ${input.cursor ?? ""}), ''),
      coalesce((select id from mail where public_id = ${input.cursor ?? ""}), ${-1}))
    order by lower(m.recipient), m.id limit ${ADDRESSES_A_PAGE + 1}`.execute(db);
  const counted = await sql<{ waiting: number; sent: number; failed: number; kept: number; stopped: number }>`
    select count(*) filter (where m.state in ('queued', 'sending'))::int as waiting,
      count(*) filter (where m.state = 'sent')::int as sent,
      count(*) filter (where m.state = 'failed')::int as failed,
      count(*) filter (where m.state = 'outbox')::int as kept,
      count(*) filter (where m.state = 'cancelled')::int as stopped
    from invitation i join mail m on m.id = i.mail_id where i.code_id = ${code.id}`.execute(db);
  const counts = counted.rows[0] ?? { waiting: 0, sent: 0, failed: 0, kept: 0, stopped: 0 };
  const shown = rows.slice(0, ADDRESSES_A_PAGE);
  return { addresses: shown, counts, next: rows.length > shown.length ? (shown.at(-1)?._id ?? "") : "" };
}
