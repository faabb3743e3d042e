import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { migrationNames } from "#db/migrate.ts";
import { openDatabase } from "#db/connect.ts";
import {
  checkAddress,
  checkDatabase,
  checkFiles,
  checkMail,
  checkPort,
  checkState,
  type Finding,
} from "#scripts/lib/doctor-checks.ts";
import { readConfig, type Config } from "#server/config.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { createTestDatabase } from "#tests/helpers/postgres.ts";
import { SmtpSink } from "#tests/helpers/smtp.ts";

const now = new Date("2026-11-15T12:00:00Z");
let app: TestApp;
let home: string;
const servers: Server[] = [];

beforeAll(async () => {
  app = await startTestApp();
  home = mkdtempSync(join(tmpdir(), "pipelines-doctor-"));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await app.stop();
  rmSync(home, { recursive: true, force: true });
});

const settings = (env: Record<string, string> = {}): Config =>
  readConfig({ NODE_ENV: "test", DATA_DIR: join(home, "data"), ...env });
const wrongs = (found: readonly Finding[]): string[] =>
  found.filter(({ level }) => level === "wrong").map(({ what }) => what);

async function listen(answer: string): Promise<number> {
  const server = createServer((_request, response) => void response.end(answer));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

test("files that others may read are found, and good ones are not", () => {
  const config = settings();
  expect(checkFiles(config)).toMatchObject([{ level: "note" }]);
  mkdirSync(config.dataDir, { mode: 0o700 });
  writeFileSync(config.secretFile, "ab".repeat(32), { mode: 0o600 });
  expect(wrongs(checkFiles(config))).toEqual([]);
  chmodSync(config.dataDir, 0o755);
  chmodSync(config.secretFile, 0o644);
  expect(wrongs(checkFiles(config))).toEqual([
    expect.stringContaining("Other users may enter"),
    expect.stringContaining("Other users may read the secret"),
  ]);
});

test("a port is told to be free, the app's, or another program's", async () => {
  const port = Number(new URL(app.url).port);
  expect(await checkPort(settings({ PORT: String(port) }))).toMatchObject({ level: "ok" });
  expect(await checkPort(settings({ PORT: String(await listen("hello")) }))).toMatchObject({ level: "wrong" });
  expect(await checkPort(settings({ PORT: "1" }))).toMatchObject({ level: "note" });
});

test("an address without a record, without TLS, or that leads elsewhere is found", async () => {
  const look = async (baseUrl: string): Promise<string[]> =>
    wrongs(await checkAddress(settings({ BASE_URL: baseUrl }), now));
  expect(await look("https://nobody-has-this.invalid")).toEqual(["nobody-has-this.invalid has no address."]);
  expect(await look(app.url)).toEqual([]);
  const plain = await listen("hello");
  expect(await look(`https://127.0.0.1:${plain}`)).toEqual([
    expect.stringContaining("The certificate is not accepted"),
    expect.stringContaining("does not answer"),
  ]);
  expect((await look("https://127.0.0.1:1"))[0]).toBe("Nothing answers at 127.0.0.1:1.");
});

test("a database that is too old, empty or behind is told", async () => {
  const names = await migrationNames();
  expect(wrongs(await checkDatabase(app.db, names))).toEqual([]);
  expect(await checkDatabase(app.db, [...names, "9998-next.sql"])).toContainEqual(
    expect.objectContaining({ level: "note", what: "1 migrations are not applied." }),
  );
  const empty = await createTestDatabase();
  const db = openDatabase(empty.url);
  expect(await checkDatabase(db, names)).toContainEqual(expect.objectContaining({ what: "The database is empty." }));
  await db.destroy();
  await empty.drop();
});

test("what the overview says is said, here that there is no backup", async () => {
  expect(wrongs(await checkState(app.db, app.services.config, now))).toContain("There is no backup.");
});

test("a mail server that does not answer is found; one that does takes a test e-mail", async () => {
  expect(await checkMail(settings(), undefined, now)).toMatchObject([{ level: "note" }]);
  const port = await listen("no mail server");
  expect(wrongs(await checkMail(settings({ SMTP_URL: `smtp://127.0.0.1:${port}?timeout=1` }), undefined, now))).toEqual(
    [expect.stringContaining("The mail server cannot be used")],
  );
  const smtp = await new SmtpSink().start();
  const good = settings({ SMTP_URL: smtp.url });
  expect(wrongs(await checkMail(good, "operator@example.test", now))).toEqual([]);
  expect(smtp.deliveries).toHaveLength(1);
  await smtp.stop();
});
