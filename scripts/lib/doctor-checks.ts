import { lookup } from "node:dns/promises";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { connect as connectTcp, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { sql } from "kysely";
import type { Database } from "#db/connect.ts";
import { openMailTransport } from "#external/mail.ts";
import { readState } from "#features/overview/state.server.ts";
import { findTroubles } from "#features/overview/rules.ts";
import type { Config } from "#server/config.ts";

/** `note`: nothing is broken, but the operator should know. */
export type Finding = { level: "ok" | "note" | "wrong"; what: string; todo?: string };

const ok = (what: string): Finding => ({ level: "ok", what });
const note = (what: string, todo: string): Finding => ({ level: "note", what, todo });
const wrong = (what: string, todo: string): Finding => ({ level: "wrong", what, todo });

const PATIENCE = 5_000;
const DAY = 86_400_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Who can read secret files, and can this user write where the app writes? */
export function checkFiles(config: Config): Finding[] {
  const found: Finding[] = [];
  const { dataDir, secretFile } = config;
  if (!existsSync(dataDir)) return [note(`${dataDir} is not there yet.`, "npm start makes it.")];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    found.push(ok(`${dataDir} can be written.`));
  } catch {
    found.push(wrong(`This user may not write ${dataDir}.`, "Run as the user of the service, or give it the folder."));
  }
  if (statSync(dataDir).mode & 0o077)
    found.push(wrong(`Other users may enter ${dataDir}, which holds secrets.`, `chmod 700 ${dataDir}`));
  if (!existsSync(secretFile))
    return [...found, note(`There is no secret in ${secretFile} yet.`, "npm start makes it.")];
  if (statSync(secretFile).mode & 0o077)
    found.push(wrong(`Other users may read the secret ${secretFile}.`, `chmod 600 ${secretFile}`));
  else found.push(ok("Only its owner may read the secret."));
  return found;
}

export async function checkPort(config: Config): Promise<Finding> {
  const { host, port } = config;
  const at = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const isTaken = await new Promise<boolean>((resolve) => {
    const socket = connectTcp({ host: at, port, timeout: PATIENCE });
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket
      .once("connect", () => end(true))
      .once("error", () => end(false))
      .once("timeout", () => end(false));
  });
  if (!isTaken) return note(`Nothing listens on ${host}:${port}.`, "Start the app, if it should be running.");
  const address = `http://${at.includes(":") ? `[${at}]` : at}:${port}/readyz`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
  const text = (await answer?.text().catch(() => "")) ?? "";
  if (!text.includes('"status"')) {
    return wrong(`Another program listens on ${host}:${port}.`, "Stop it, or set PORT to another one.");
  }
  return answer?.status === 200
    ? ok(`The app answers on ${host}:${port} and is ready.`)
    : wrong(
        `The app answers on ${host}:${port} and is not ready.`,
        "Read its log: it starts, stops or has no database.",
      );
}

export async function checkAddress(config: Config, now: Date): Promise<Finding[]> {
  const url = new URL(config.baseUrl);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (isLocal && config.production) {
    return [note(`BASE_URL is ${config.baseUrl}.`, "Set it to the address that people use, with https.")];
  }
  const found: Finding[] = [];
  const addresses = await lookup(url.hostname, { all: true }).catch(() => []);
  if (addresses.length === 0) {
    return [wrong(`${url.hostname} has no address.`, "Make an A or AAAA record for it, or correct BASE_URL.")];
  }
  found.push(ok(`${url.hostname} leads to ${addresses.map(({ address }) => address).join(", ")}.`));
  if (url.protocol === "https:") found.push(await checkCertificate(url, now));
  else if (!isLocal)
    found.push(wrong("BASE_URL is not https: passwords travel readable.", "Put a TLS proxy in front."));
  const answer = await fetch(`${config.baseUrl}/healthz`, { signal: AbortSignal.timeout(PATIENCE) }).catch(messageOf);
  if (typeof answer === "string") {
    found.push(wrong(`${config.baseUrl} does not answer (${answer}).`, "Look at the proxy and the firewall."));
  } else if (answer.status === 200) found.push(ok(`${config.baseUrl} leads to the app.`));
  else {
    found.push(wrong(`${config.baseUrl}/healthz answers ${answer.status}.`, "Let the proxy pass to the app's port."));
  }
  return found;
}

async function checkCertificate(url: URL, now: Date): Promise<Finding> {
  const options = {
    host: url.hostname,
    port: Number(url.port) || 443,
    timeout: PATIENCE,
    // TLS accepts host names here, no IP addresses.
    ...(isIP(url.hostname) === 0 ? { servername: url.hostname } : {}),
  };
  return new Promise((resolve) => {
    const socket = connectTls(options);
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.once("timeout", () => end(wrong("TLS does not answer.", "Look at the proxy and the firewall.")));
    socket.once("error", (error) => {
      const isNobody = "code" in error && ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"].includes(String(error.code));
      if (isNobody)
        end(wrong(`Nothing answers at ${url.hostname}:${options.port}.`, "Start the proxy, open the port."));
      else end(wrong(`The certificate is not accepted: ${error.message}.`, "Renew it, with its whole chain."));
    });
    socket.once("secureConnect", () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now.getTime()) / DAY);
      end(
        days < 14
          ? wrong(`The certificate ends in ${days} days.`, "See why it is not renewed by itself.")
          : ok(`The certificate is good for ${days} days.`),
      );
    });
  });
}

/** Connects to the mail server. With `to`, sends an e-mail there. */
export async function checkMail(config: Config, to: string | undefined, now: Date): Promise<Finding[]> {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl === undefined) {
    return [note("No mail server is set: e-mails stay in the queue.", "Set SMTP_URL before real people sign up.")];
  }
  const transport = openMailTransport(smtpUrl, from);
  try {
    await transport.verify();
    const found = [ok("The mail server takes our sign-in.")];
    if (to === undefined)
      return [...found, note("No test e-mail was sent.", "npm run doctor -- --mail you@your.example")];
    const outcome = await transport.send(
      {
        to,
        subject: "A test of your Pipelines site",
        text: "This e-mail was sent by npm run doctor. Look whether it carries a DKIM signature and is not spam.",
        html: "<p>This e-mail was sent by npm run doctor. Look whether it carries a DKIM signature and is not spam.</p>",
        messageId: `<doctor-${now.getTime()}@${new URL(config.baseUrl).hostname}>`,
        date: now,
        headers: {},
      },
      async () => {},
    );
    found.push(
      outcome.state === "accepted"
        ? ok(`The mail server took an e-mail to ${to}.`)
        : wrong(`The mail server did not take an e-mail to ${to}: ${outcome.reason}`, "Read its words and its log."),
    );
    return found;
  } catch (error) {
    return [wrong(`The mail server cannot be used: ${messageOf(error)}`, "Correct SMTP_URL, or open the port.")];
  } finally {
    transport.close();
  }
}

export async function checkDatabase(db: Database, known: readonly string[]): Promise<Finding[]> {
  const { rows } = await sql<{ version: number; name: string; trgm: boolean; create: boolean; has: boolean }>`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trgm,
      has_schema_privilege('public', 'create') as create,
      to_regclass('public.migration') is not null as has`.execute(db);
  const [row] = rows;
  if (!row) return [wrong("The database says nothing.", "Look at its log.")];
  const found = [
    row.version >= 150_000
      ? ok(`The database is PostgreSQL ${row.name}.`)
      : wrong(
          `The database is PostgreSQL ${row.name}; 15 or newer is needed.`,
          "Move to a newer one by backup and restore.",
        ),
  ];
  if (!row.trgm) found.push(wrong("The extension pg_trgm is missing.", "Install postgresql-contrib on the database."));
  if (!row.create) found.push(wrong("Our role may not make tables.", "ALTER DATABASE … OWNER TO our role."));
  if (!row.has) return [...found, note("The database is empty.", "npm start fills it.")];
  const done = await sql<{ name: string }>`select name from migration`.execute(db);
  const names = new Set(done.rows.map(({ name }) => name));
  const missing = known.filter((name) => !names.has(name));
  if (missing.length > 0) found.push(note(`${missing.length} migrations are not applied.`, "npm start applies them."));
  return found;
}

/** The findings of the administrators' overview, in the same words. */
export async function checkState(db: Database, config: Config, now: Date): Promise<Finding[]> {
  const state = await readState({ db, config, now });
  const troubles = findTroubles(state, now);
  if (troubles.length === 0) return [ok("Disk, clock, jobs, e-mails, numbers and backups are as they should be.")];
  return troubles.map(({ what, todo }) => wrong(what, todo));
}
