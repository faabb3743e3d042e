import { isIP, isIPv6, SocketAddress } from "node:net";
import { availableParallelism, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { faultOfDatabases, faultOfHosts, faultOfOneHost, faultOfReplica } from "#db/hosts.ts";
import { plainAddress } from "./client-ip.ts";
import { countProcesses } from "./process-count.ts";
import { BUCKET, CLICKHOUSE, FORM_SERVICE, isAddress, isOrigin, ISSUER, SITE } from "./setting-addresses.ts";
import { address, integer, list, listOf, optional, optionalIf, text, unlessEmpty } from "./setting-kinds.ts";

/** A setting that cannot be used; the message names it and says what is expected. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const SSO_ISSUER_DEFAULT = "https://www.linkedin.com/oauth";

const settings = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: integer(3000, 0, 65_535),
  HOST: unlessEmpty(text.default("127.0.0.1")),
  BASE_URL: optionalIf(isAddress(SITE), "must be an address such as https://pipelines.example without a path"),
  DATA_DIR: unlessEmpty(text.default("./data")),
  DATABASE_URL: address(faultOfHosts),
  DATABASE_POOL_URL: address(faultOfOneHost),
  DATABASE_REPLICA_URLS: list().superRefine((addresses, ctx) => {
    const fault = addresses.map(faultOfReplica).find((one) => one !== undefined);
    if (fault !== undefined) ctx.addIssue({ code: "custom", message: fault });
  }),
  DEMO: z.enum(["auto", "off"]).default("auto"),
  EARLY_ACCESS: z.enum(["on", "off"]).default("off"),
  MIN_RATERS: integer(3, 1, 1_000),
  K_HIDDEN: integer(5, 2, 1_000),
  BATCH_MINUTES: integer(60, 1, 10_080),
  DATA_LICENCE: z.enum(["CC-BY-4.0", "CC0-1.0", "ODbL-1.0"]).default("CC-BY-4.0"),
  RATE_LIMITS: z.enum(["on", "test"]).default("on"),
  PASSWORD_COST: z.enum(["full", "test"]).default("full"),
  CORS_ORIGINS: listOf(
    isOrigin,
    "must be origins such as https://client.example, without a path, a slash at the end or the usual port",
  ),
  TRUST_PROXY: listOf(
    (proxy) => isIP(plainAddress(proxy)) !== 0,
    "must be addresses such as 127.0.0.1, not names or networks",
  ),
  SMTP_URL: optionalIf(
    isAddress(/^smtps?:\/\/[^/?#]/),
    "must be an address such as smtp://user:password@mail.example:587",
  ),
  MAIL_FROM: optionalIf((value) => !/[\r\n\0]/.test(value), "must be one line"),
  SSO_ISSUER: text.default(SSO_ISSUER_DEFAULT).refine(isAddress(ISSUER), {
    message: "must be an https:// address; http:// only for a provider on this machine",
  }),
  SSO_CLIENT_ID: optional,
  SSO_CLIENT_SECRET: optional,
  SSO_SCOPES: unlessEmpty(text.default("openid email profile")),
  SSO_NAME: unlessEmpty(text.default("LinkedIn")),
  FORM_SERVICE_URL: optionalIf(
    isAddress(FORM_SERVICE),
    "must be an https:// address without a user; http:// only for a service on this machine",
  ),
  SECRET_FILE: optional,
  DRAIN_SECONDS: text
    .default("0.4")
    .refine((value) => /^\d{1,3}(?:\.\d{1,3})?$/.test(value) && Number(value) <= 300, {
      message: "must be a number from 0 to 300",
    })
    .transform(Number),
  PROCESSES: text
    .optional()
    .refine((value) => value === undefined || (/^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= 64), {
      message: "must be a whole number from 1 to 64",
    })
    .transform((value) => (value === undefined ? undefined : Number(value))),
  DATABASE_WAIT_SECONDS: integer(60, 0, 3_600),
  BACKUP_DIR: optional,
  BACKUP_HOURS: integer(0, 0, 8_760),
  BACKUP_KEEP: integer(14, 1, 1_000),
  BACKUP_PASSPHRASE: optionalIf((value) => value.length >= 12, "must have 12 characters or more"),
  PICTURES_DIR: optional,
  PICTURES_S3_URL: optionalIf(
    isAddress(BUCKET),
    "must be the https:// address of a bucket, such as https://s3.example/pictures",
  ),
  PICTURES_S3_REGION: unlessEmpty(text.default("us-east-1")),
  PICTURES_S3_KEY_ID: optional,
  PICTURES_S3_SECRET: optional,
  PATHS_URL: optionalIf(
    isAddress(CLICKHOUSE),
    "must be the http:// or https:// address of a ClickHouse server, such as http://clickhouse:8123",
  ),
  PATHS_CLUSTER: optionalIf(
    (value) => /^[a-z][\w-]{0,63}$/i.test(value),
    "must be the name of a cluster of that server",
  ),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export type NetworkConfig = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** The name that people know: "LinkedIn". */
  name: string;
};

/** A folder, or a bucket of an S3-compatible service. */
type PicturesConfig =
  | { kind: "folder"; folder: string }
  | { kind: "bucket"; url: string; region: string; keyId: string; secret: string };

export type Config = {
  production: boolean;
  /** Vite serves the pages (npm run dev) and needs a looser content policy. Always false for built pages. */
  development: boolean;
  port: number;
  host: string;
  /** The base of all absolute links, without a trailing slash. */
  baseUrl: string;
  /** True if the site is served over TLS: Secure cookies, `__Host-` names, HSTS. */
  secure: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A pooler in transaction mode, for the connections of pages and calls; undefined to connect directly. */
  poolUrl: string | undefined;
  /** Standbys for reads; none with the embedded database. */
  replicaUrls: readonly string[];
  demo: "auto" | "off";
  minRaters: number;
  /** A published number counts hidden people only from this many on. */
  kHidden: number;
  /** Minutes between two publications of numbers from hidden people. */
  batchMinutes: number;
  /** The licence of the weekly open-data files, as an SPDX id. */
  dataLicence: "CC-BY-4.0" | "CC0-1.0" | "ODbL-1.0";
  /** Every rate limit is multiplied by this number. */
  rateLimitFactor: number;
  /** The cost of password hashing; "test" is fast and unsafe. */
  passwordCost: "full" | "test";
  /** Closes the site to everybody without a code. */
  earlyAccess: boolean;
  /** Without a mail server, mails stay in the mail queue. */
  mail: { smtpUrl: string | undefined; from: string };
  /** Sign-in through a professional network; undefined if it is switched off. */
  network: NetworkConfig | undefined;
  formServiceUrl: string | undefined;
  corsOrigins: readonly string[];
  trustProxy: readonly string[];
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
  secretFile: string;
  /**
   * The folder for backups, the hours between two (0: only by command), how many are kept, and the passphrase for the
   * secret.
   */
  backup: { folder: string; hours: number; keep: number; passphrase: string | undefined };
  /** Where pictures are stored; undefined for the database. */
  pictures: PicturesConfig | undefined;
  /** The ClickHouse server that answers the paths; undefined for the engine in memory. */
  paths: { url: string; cluster: string | undefined } | undefined;
  /** Seconds between "not ready" and the end of listening, so that a load balancer can send requests elsewhere. */
  drainSeconds: number;
  /** The number of processes that answer requests. */
  processes: number;
  /** How many seconds the start waits for a database that is away. */
  databaseWaitSeconds: number;
};

/** Cores and memory that this process may use. */
function readMachine(): { cores: number; memory: number } {
  const constrained = process.constrainedMemory();
  const memory = Math.min(totalmem(), constrained > 0 ? constrained : totalmem());
  return { cores: availableParallelism(), memory };
}

/** @throws ConfigError if a store is named only in part, or if two are named */
function readPictures(value: z.infer<typeof settings>): PicturesConfig | undefined {
  const { PICTURES_DIR: folder, PICTURES_S3_URL: url, PICTURES_S3_KEY_ID: keyId, PICTURES_S3_SECRET: secret } = value;
  if (url === undefined) {
    if (keyId !== undefined || secret !== undefined)
      throw new ConfigError("The setting PICTURES_S3_URL is missing: it names the bucket that the keys are for.");
    return folder === undefined ? undefined : { kind: "folder", folder: resolve(folder) };
  }
  if (folder !== undefined)
    throw new ConfigError("The settings PICTURES_DIR and PICTURES_S3_URL exclude each other: pictures have one place.");
  if (keyId === undefined || secret === undefined) {
    const name = keyId === undefined ? "PICTURES_S3_KEY_ID" : "PICTURES_S3_SECRET";
    throw new ConfigError(`The setting ${name} is missing: PICTURES_S3_URL needs it.`);
  }
  return { kind: "bucket", url: url.replace(/\/$/, ""), region: value.PICTURES_S3_REGION, keyId, secret };
}

/** @throws ConfigError if one of the two that the network gives is missing: the button would be missing too */
function readNetwork(value: z.infer<typeof settings>): NetworkConfig | undefined {
  const { SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret } = value;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientSecret === undefined) throw new ConfigError("The setting SSO_CLIENT_ID needs SSO_CLIENT_SECRET.");
  if (clientId === undefined) throw new ConfigError("The setting SSO_CLIENT_SECRET needs SSO_CLIENT_ID.");
  return { issuer: value.SSO_ISSUER, clientId, clientSecret, scopes: value.SSO_SCOPES, name: value.SSO_NAME };
}

/** In the form that connections have: IPv6 is shortened, but with the name of its network link it stays as it is. */
function proxyAddress(proxy: string): string {
  const plain = plainAddress(proxy);
  return isIPv6(plain) && !plain.includes("%") ? new SocketAddress({ address: plain, family: "ipv6" }).address : plain;
}

/** A service on the same machine may be reached over http, but no real site has its services there. */
function refusePlainHttp(value: z.infer<typeof settings>): void {
  for (const name of ["SSO_ISSUER", "FORM_SERVICE_URL", "PICTURES_S3_URL"] as const) {
    if (value[name]?.startsWith("http:"))
      throw new ConfigError(`The setting ${name} must be an https:// address when NODE_ENV is production.`);
  }
}

/** Reads the settings; nothing else reads the environment. @throws ConfigError naming the wrong setting */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = settings.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const fault = issue?.code === "invalid_value" ? `must be one of ${issue.values.join(", ")}` : issue?.message;
    throw new ConfigError(`The setting ${String(issue?.path[0])} ${fault ?? "is wrong"}.`);
  }
  const value = parsed.data;
  if (value.RATE_LIMITS === "test" && value.NODE_ENV === "production") {
    throw new ConfigError("The setting RATE_LIMITS cannot be 'test' when NODE_ENV is production.");
  }
  if (value.PASSWORD_COST === "test" && value.NODE_ENV !== "test") {
    throw new ConfigError("The setting PASSWORD_COST can be 'test' only when NODE_ENV is test.");
  }
  if (value.PATHS_CLUSTER !== undefined && value.PATHS_URL === undefined)
    throw new ConfigError("The setting PATHS_CLUSTER needs PATHS_URL, the address of a server of that cluster.");
  if (value.NODE_ENV === "production") refusePlainHttp(value);
  const { DATABASE_URL: direct, DATABASE_POOL_URL: pool, DATABASE_REPLICA_URLS: replicas } = value;
  const fault = faultOfDatabases({ direct, pool, replicas });
  if (fault !== undefined) throw new ConfigError(`The setting ${fault}.`);
  const baseUrl = value.BASE_URL ?? `http://localhost:${value.PORT}`;
  const dataDir = resolve(value.DATA_DIR);
  return {
    production: value.NODE_ENV === "production",
    development: value.NODE_ENV === "development",
    port: value.PORT,
    host: value.HOST,
    baseUrl,
    secure: baseUrl.startsWith("https:"),
    dataDir,
    databaseUrl: value.DATABASE_URL,
    poolUrl: value.DATABASE_POOL_URL,
    replicaUrls: value.DATABASE_REPLICA_URLS,
    demo: value.DEMO,
    minRaters: value.MIN_RATERS,
    kHidden: value.K_HIDDEN,
    batchMinutes: value.BATCH_MINUTES,
    dataLicence: value.DATA_LICENCE,
    rateLimitFactor: value.RATE_LIMITS === "test" ? 1_000 : 1,
    passwordCost: value.PASSWORD_COST,
    earlyAccess: value.EARLY_ACCESS === "on",
    mail: { smtpUrl: value.SMTP_URL, from: value.MAIL_FROM ?? `Pipelines <no-reply@${new URL(baseUrl).hostname}>` },
    network: readNetwork(value),
    formServiceUrl: value.FORM_SERVICE_URL,
    corsOrigins: value.CORS_ORIGINS,
    trustProxy: value.TRUST_PROXY.map(proxyAddress),
    logLevel: value.LOG_LEVEL,
    secretFile: value.SECRET_FILE ? resolve(value.SECRET_FILE) : join(dataDir, "secret"),
    backup: {
      folder: value.BACKUP_DIR ? resolve(value.BACKUP_DIR) : join(dataDir, "backups"),
      hours: value.BACKUP_HOURS,
      keep: value.BACKUP_KEEP,
      passphrase: value.BACKUP_PASSPHRASE,
    },
    pictures: readPictures(value),
    paths: value.PATHS_URL === undefined ? undefined : { url: value.PATHS_URL, cluster: value.PATHS_CLUSTER },
    drainSeconds: value.DRAIN_SECONDS,
    // In development and tests one process is easier to follow.
    processes: value.PROCESSES ?? (value.NODE_ENV === "production" ? countProcesses(readMachine()) : 1),
    databaseWaitSeconds: value.DATABASE_WAIT_SECONDS,
  };
}
