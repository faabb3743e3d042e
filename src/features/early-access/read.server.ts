import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { stateOf } from "./rules.ts";
import type { Code, Codes } from "./schema.ts";

const CODES_A_PAGE = 50;

export type AccessProof = {
  accountId: string | undefined;
  tokenHash: Buffer | undefined;
  codeId: string | undefined;
};

/**
 * Whether somebody may come in: by the account, which keeps what it once had;
 * by the cookie or the token, as long as the code behind it is not revoked.
 */
export async function readAccess(
  db: Reader,
  proof: AccessProof,
  now: Date,
): Promise<{ hasAccess: boolean; isKept: boolean }> {
  const { accountId, tokenHash, codeId } = proof;
  if (accountId === undefined && tokenHash === undefined && codeId === undefined) {
    return { hasAccess: false, isKept: false };
  }
  const { rows } = await sql<{ kept: boolean; granted: boolean }>`
    select
      exists (select 1 from account where id = ${accountId ?? ""} and early_access) as kept,
      exists (select 1 from early_access_code where public_id = ${codeId ?? ""} and revoked_at is null)
      or exists (
        select 1 from early_access_grant g join early_access_code c on c.id = g.code_id
        where g.token_hash = ${tokenHash ?? null} and g.expires_at > ${now} and c.revoked_at is null
      ) as granted`.execute(db);
  const isKept = rows[0]?.kept ?? false;
  return { hasAccess: isKept || (rows[0]?.granted ?? false), isKept };
}

type CodeRow = {
  public_id: string;
  label: string;
  max_uses: number;
  uses: number;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
};

export function toCode(row: CodeRow, now: Date): Code {
  const { label, uses, max_uses: maxUses, expires_at: expiresAt, revoked_at: revokedAt } = row;
  return {
    _id: row.public_id,
    label,
    uses,
    maxUses,
    createdAt: row.created_at.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? "",
    state: stateOf({ uses, maxUses, expiresAt, revokedAt }, now),
  };
}

/** A page of the codes, newest first; the codes themselves nobody can read any more. */
export async function readCodes(db: Reader, input: { cursor: string | undefined }, now: Date): Promise<Codes> {
  const { cursor } = input;
  let query = db
    .selectFrom("early_access_code")
    .select(["public_id", "label", "max_uses", "uses", "created_at", "expires_at", "revoked_at"])
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
