import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { Semaphore } from "./keyed-queue.ts";

const derive = promisify(argon2);

type Cost = { memory: number; passes: number; parallelism: number };

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const FULL: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** The least that argon2 accepts. It protects nothing, but lets tests create hundreds of accounts. */
const LEAST: Cost = { memory: 8, passes: 1, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

let cost = FULL;

/** Sets the cost of new hashes. `test` comes from a setting that is refused outside tests. */
export function setPasswordCost(name: "full" | "test"): void {
  cost = name === "test" ? LEAST : FULL;
}

const AT_ONCE = availableParallelism();
const QUEUE = 32;

/** Milliseconds after which a waiting login is refused. */
const MAX_WAIT_MS = 2_000;

/**
 * One hash per core at a time. When the queue is full, calls are refused, so that a flood of logins cannot slow readers
 * down.
 */
const hashing = new Semaphore(AT_ONCE, QUEUE, MAX_WAIT_MS);

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}

async function tagOf(password: string, nonce: Uint8Array, at: Cost): Promise<Buffer> {
  const message = Buffer.from(password, "utf8");
  return hashing.pass(() => derive("argon2id", { ...at, tagLength: TAG_BYTES, message, nonce }));
}

function toPhc(at: Cost, nonce: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${at.memory},t=${at.passes},p=${at.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** The cost that a stored hash was made with. Hashes with an older cost stay valid. */
function costOf(stored: string): Cost {
  const [, memory, passes, parallelism] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
  if (memory === undefined) throw new Error("A stored password is not an argon2id hash.");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
}

/** True if the hash has a lower cost than today's. The next login replaces it. */
export function needsRehash(stored: string): boolean {
  const made = costOf(stored);
  return made.memory < cost.memory || made.passes < cost.passes || made.parallelism < cost.parallelism;
}

/** @returns a PHC string `$argon2id$v=19$m=19456,t=2,p=1$salt$tag` */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const at = cost;
  return toPhc(at, nonce, await tagOf(password, nonce, at));
}

const DECOY = { salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

/**
 * Compares in constant time. Without a stored hash (unknown e-mail, account without a password) it hashes a decoy, so
 * that every case takes the same time.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const compared = stored ?? toPhc(cost, DECOY.salt, DECOY.tag);
  const [, , , , salt = "", tag = ""] = compared.split("$");
  const actual = await tagOf(password, Buffer.from(salt, "base64"), costOf(compared));
  const expected = Buffer.from(tag, "base64");
  const same = actual.length === expected.length && timingSafeEqual(actual, expected);
  return same && stored !== undefined;
}
