import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Database } from "#db/connect.ts";
import { ConfigError } from "./config.ts";

/**
 * The installation's key, 32 bytes, made on first start and kept in a file
 * that only its owner reads, never in the database.
 * @throws ConfigError for a file that holds something else
 */
export function readSecret(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) makeSecret(file);
  const key = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new ConfigError(`The secret file ${file} (setting SECRET_FILE) does not hold 64 hex digits.`);
  }
  return Buffer.from(key, "hex");
}

/** Written beside, forced to disk and then named: what joins accounts with profiles is never lost by a power cut. */
function makeSecret(file: string): void {
  const fresh = `${file}.new-${randomBytes(4).toString("hex")}`;
  writeFileSync(fresh, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // Of two processes that start at once one names its file, both read the same.
    linkSync(fresh, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  const folder = openSync(dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function checkOf(secret: Buffer): Buffer {
  return createHmac("sha256", secret).update("pipelines secret check").digest();
}

/**
 * The key of the secret file, if it is the one that this database belongs to. A new database takes the key that is
 * there, or a new one.
 * @throws ConfigError for a file that is missing or another installation's: with it nobody could reach what they saved
 */
export async function openSecret(db: Database, file: string): Promise<Buffer> {
  const known = await db.selectFrom("secret_check").select("value").executeTakeFirst();
  // A database from before there was a check value has one thing that only the right key opens.
  const isUsed = known !== undefined || (await hasAccounts(db));
  if (isUsed && !existsSync(file)) {
    throw new ConfigError(
      `The secret file ${file} (setting SECRET_FILE) is missing. This database belongs to it: without it nobody could log in to what they saved. Put the file back. If it is lost for good, run: npm run secret:replace -- --lost`,
    );
  }
  const secret = readSecret(file);
  await db
    .insertInto("secret_check")
    .values({ value: checkOf(secret) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom("secret_check").select("value").executeTakeFirstOrThrow();
  if (!timingSafeEqual(value, checkOf(secret))) {
    throw new ConfigError(
      `The secret file ${file} (setting SECRET_FILE) belongs to another database than this one: put the right file there. Several processes on one database need the same file. If the right one is lost for good, run: npm run secret:replace -- --lost`,
    );
  }
  return secret;
}

/** Makes the file's key, a new one where there is none, the one of this database, whatever it had before. */
export async function replaceSecret(db: Database, file: string): Promise<void> {
  const value = checkOf(readSecret(file));
  await db
    .insertInto("secret_check")
    .values({ value })
    .onConflict((conflict) => conflict.column("only_row").doUpdateSet({ value }))
    .execute();
}

async function hasAccounts(db: Database): Promise<boolean> {
  return (await db.selectFrom("account").select("id").limit(1).executeTakeFirst()) !== undefined;
}
