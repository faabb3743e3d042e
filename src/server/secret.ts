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
import { codeOf, reasonOf } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { ConfigError } from "./config.ts";

/**
 * The installation's key, 32 bytes. It is made at the first start and kept in a file that only its owner can read,
 * never in the database.
 * @throws ConfigError if the file contains something else
 */
export function readSecret(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) makeSecret(file);
  const key = readKey(file);
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new ConfigError(
      `The secret file ${file} (setting SECRET_FILE) does not hold 64 hex digits: put your copy of it there.`,
    );
  }
  return Buffer.from(key, "hex");
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const reason =
      codeOf(error) === "EACCES"
        ? "by this user: give it to the user who starts the app (chown)"
        : `(${reasonOf(error)})`;
    throw new ConfigError(`The secret file ${file} (setting SECRET_FILE) cannot be read ${reason}.`, { cause: error });
  }
}

/**
 * Writes the key to a temporary file, forces it to disk and then gives it its name. So a power cut never loses the key
 * that links accounts to profiles.
 */
function makeSecret(file: string): void {
  const fresh = `${file}.new-${randomBytes(4).toString("hex")}`;
  writeFileSync(fresh, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // If two processes start at once, one creates the file and both read it.
    linkSync(fresh, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
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
 * Returns the key of the secret file if it belongs to this database. A new database gets the existing key, or a new
 * one.
 * @throws ConfigError if the file is missing or belongs to another database. With a wrong key, people could not reach
 * their profiles.
 */
export async function openSecret(db: Database, file: string): Promise<Buffer> {
  const known = await db.selectFrom("secret_check").select("value").executeTakeFirst();
  // Databases of older versions have no check value. If they have accounts, the file must exist.
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

/** Assigns the file's key to this database, in place of any earlier one. Makes a key if there is no file. */
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
