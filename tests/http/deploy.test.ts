import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_PICTURE_BYTES } from "#server/picture.ts";
import { firing, readRules, readTrials, sourceOf } from "#tests/helpers/alerts.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { seconds } from "#tests/helpers/promql.ts";

const read = (path: string): string => readFileSync(join("deploy", path), "utf8");
/** Is this program on the machine? A developer's machine may lack it; rules that need no program are always tested. */
const has = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

let app: TestApp;
let home: string;
beforeAll(async () => {
  app = await startTestApp();
  home = mkdtempSync(join(tmpdir(), "pipelines-deploy-"));
});
afterAll(async () => {
  await app.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Names of metrics in an expression: words that are no function, keyword, label or duration. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, " ");
  const known = new Set(["and", "or", "sum", "rate", "increase", "time", "abs", "histogram_quantile", "topk", "up"]);
  return [...bare.matchAll(/[a-z_][a-z0-9_]*/g)].map(([word]) => word).filter((word) => !known.has(word));
}

describe("what watches the app", () => {
  test("names no metric that the app does not have, in alerts and on the dashboard", async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const exported = new Set([...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name = ""]) => name));
    const alerts = [...read("prometheus/alerts.yml").matchAll(/expr: (.+)/g)].map(([, one = ""]) => one);
    const dashboard = JSON.parse(read("grafana/pipelines.json")) as { panels: { targets: { expr: string }[] }[] };
    const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(alerts.length).toBe(22);
    expect(shown.length).toBeGreaterThan(25);
    const missing = [...alerts, ...shown]
      .flatMap(metricsIn)
      .filter((name) => !exported.has(name.replace(/_bucket$/, "")));
    expect(missing).toEqual([]);
    expect(metricsIn('sum(rate(nobody_tells_this{status="503"}[5m])) > 1')).toEqual(["nobody_tells_this"]);
  });

  test("has a trial of every alert in which it fires, and one in which none does", () => {
    const names = [...read("prometheus/alerts.yml").matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const trials = read("prometheus/alerts.test.yml");
    const fires = [...trials.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n\s+- exp_labels/g)].map(([, name]) => name);
    const quiet = [...trials.matchAll(/alertname: (\w+), exp_alerts: \[\]/g)].map(([, name]) => name);
    expect(fires.toSorted()).toEqual(names.toSorted());
    expect(quiet.toSorted()).toEqual(names.toSorted());
  });

  test("each alert is made true, with its words, and none fires where all is well", () => {
    const rules = new Map(readRules().map((rule) => [rule.alert, rule]));
    for (const trial of readTrials()) {
      for (const { alertname, eval_time, exp_alerts } of trial.alert_rule_test) {
        const rule = rules.get(alertname);
        if (!rule) throw new Error(`There is no alert ${alertname}.`);
        const fired = firing(rule, sourceOf(trial), seconds(eval_time));
        expect(fired, alertname).toEqual(exp_alerts.map(({ exp_labels }) => exp_labels));
        for (const { exp_annotations } of exp_alerts) expect(rule.annotations, alertname).toEqual(exp_annotations);
      }
    }
  });

  test.skipIf(!has("promtool"))("promtool, which is Prometheus' own, says the same of each", () => {
    const said = execFileSync("promtool", ["test", "rules", "alerts.test.yml"], { cwd: "deploy/prometheus" });
    expect(said.toString()).toContain("SUCCESS");
  });
});

describe("the service and the proxies", () => {
  const settings = [...readFileSync("src/server/config.ts", "utf8").matchAll(/^ {2}([A-Z_]+):/gm)].map(
    ([, name]) => name,
  );

  test("know no setting that the app does not", () => {
    const unit = [...read("systemd/pipelines.service").matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) =>
      line.split(" ").map((pair) => pair.split("=")[0]),
    );
    const lines = [...read("systemd/pipelines.env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const app_ = /\n {2}app:\n[\s\S]*?environment:\n((?: {6}.+\n)+)/.exec(read("docker/compose.yml"))?.[1] ?? "";
    const compose = [...app_.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
    const image = [...(/^ENV (.+)$/m.exec(read("docker/Dockerfile"))?.[1] ?? "").matchAll(/([A-Z_]+)=/g)].map(
      ([, n]) => n,
    );
    for (const [names, least] of [
      [unit, 4],
      [lines, 5],
      [compose, 6],
      [image, 4],
    ] as const) {
      expect(names.length).toBeGreaterThanOrEqual(least);
      expect(names.filter((name) => !settings.includes(name ?? ""))).toEqual([]);
    }
  });

  test("the unit runs as its own user, starts again with a pause and not forever, and can be enabled", () => {
    const unit = read("systemd/pipelines.service");
    for (const line of [
      "User=pipelines",
      "RestartSec=5",
      "StartLimitBurst=10",
      "WantedBy=multi-user.target",
      "KillMode=mixed",
    ])
      expect(unit).toContain(`\n${line}\n`);
    if (!has("systemd-analyze")) return;
    const there = unit.replace(/^(WorkingDirectory|ExecStart)=.*$/gm, (_line, key: string) =>
      key === "ExecStart" ? `ExecStart=${process.execPath}` : "WorkingDirectory=/",
    );
    const file = join(home, "pipelines.service");
    writeFileSync(file, there);
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
    expect(stderr.split("\n").filter((line) => line.includes("pipelines.service"))).toEqual([]);
  });

  test("the image runs as somebody, says how it is, and installs nothing at its start", () => {
    const image = read("docker/Dockerfile");
    expect(image).toMatch(/\nUSER pipelines\n[\s\S]*\nHEALTHCHECK [\s\S]*readyz/);
    expect(/^CMD (.*)$/m.exec(image)?.[1]).not.toMatch(/npm|start\.mjs/);
    expect(read("docker/compose.yml")).toContain("read_only: true");
  });

  test.skipIf(!has("caddy"))("Caddy takes both of its files", () => {
    for (const file of ["caddy/Caddyfile", "docker/Caddyfile"]) {
      const args = ["validate", "--adapter", "caddyfile", "--config", join("deploy", file)];
      const env = { PATH: process.env["PATH"], HOME: home, SITE_NAME: "pipelines.example" };
      const done = spawnSync("caddy", args, { env, encoding: "utf8" });
      expect(`${done.stdout}${done.stderr}`).toContain("Valid configuration");
    }
  });

  test("nginx lets the largest picture through", () => {
    const [, megabytes = "0"] = /client_max_body_size (\d+)m;/.exec(read("nginx/pipelines.conf")) ?? [];
    // The form around it needs some room too.
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(MAX_PICTURE_BYTES + 64 * 1024);
  });

  test.skipIf(!has("nginx"))("nginx as it stands there passes 2.4 MB, the Host and the caller's address", async () => {
    const port = await freePort();
    const seen: { host: string; forwarded: string; bytes: number }[] = [];
    const { createServer: createHttp } = await import("node:http");
    const behind = createHttp((incoming, outgoing) => {
      let bytes = 0;
      incoming.on("data", (piece: Buffer) => (bytes += piece.length));
      incoming.on("end", () => {
        const forwarded = String(incoming.headers["x-forwarded-for"]);
        seen.push({ host: String(incoming.headers.host), forwarded, bytes });
        outgoing.end("ok");
      });
    });
    await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
    const nginx = await startNginx(port, (behind.address() as AddressInfo).port);
    const sent = Buffer.alloc(2_400_000);
    try {
      expect(await post(port, sent)).toBe(200);
      expect(seen.filter(({ bytes }) => bytes > 0)).toEqual([
        { host: "pipelines.example", forwarded: "127.0.0.1", bytes: sent.length },
      ]);
      expect(await post(port, Buffer.alloc(9_000_000))).toBe(413);
    } finally {
      nginx.kill("SIGTERM");
      behind.close();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts nginx with the file of the repository, except for its ports, its certificate, and folders that only root may
 * write.
 */
async function startNginx(port: number, behind: number): Promise<ChildProcess> {
  const at = (name: string): string => join(home, name);
  const key = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=pipelines.example"];
  execFileSync("openssl", [...key, "-keyout", at("key.pem"), "-out", at("cert.pem")], { stdio: "ignore" });
  const site = read("nginx/pipelines.conf")
    .replaceAll("/etc/letsencrypt/live/pipelines.example/fullchain.pem", at("cert.pem"))
    .replaceAll("/etc/letsencrypt/live/pipelines.example/privkey.pem", at("key.pem"))
    .replace(/^ {2}listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
    .replace("listen 443 ", `listen 127.0.0.1:${port} `)
    .replace("127.0.0.1:3000", `127.0.0.1:${behind}`);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((one) => `${one}_temp_path ${at(one)};`);
  writeFileSync(
    at("nginx.conf"),
    `${process.getuid?.() === 0 ? "user root; " : ""}daemon off; pid ${at("nginx.pid")}; error_log ${at("error.log")}; events {}
    http { access_log off; ${folders.join(" ")} ${site} }`,
  );
  const nginx = spawn("nginx", ["-c", at("nginx.conf"), "-e", at("error.log")], { stdio: "ignore" });
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await post(port, Buffer.alloc(0)).catch(() => undefined);
    if (isUp !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return nginx;
}

function post(port: number, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, method: "POST", rejectUnauthorized: false };
    const headers = { host: "pipelines.example", "content-length": body.length };
    const sent = request({ ...options, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    // nginx closes on a body that is too large; the answer has come by then.
    sent.once("error", reject);
    sent.end(body);
  });
}
