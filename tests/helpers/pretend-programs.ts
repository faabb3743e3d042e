/**
 * Replaces nginx, Caddy, certbot and promtool: checks their files. The real programs check them too if they are
 * installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** The name in our examples, and the one that somebody writes there. */
export const WRITTEN_NAME = "pipelines.example";
export const NAME = "careers.example";

/** Paths of the machine, in settings too. */
export const moveInto = (root: string, text: string): string =>
  text.replaceAll(/(?<=^|[\s=:"])\/(?=(?:opt|etc|var|backup)\/)/gm, `${root}/`);

function must(isSo: boolean, complaint: string): asserts isSo {
  if (!isSo) throw new Error(complaint);
}

function readOwn(file: string): string {
  const text = readFileSync(file, "utf8");
  must(!text.includes(WRITTEN_NAME) && text.includes(NAME), `${file} has not the name of the site.`);
  return text;
}

function real(program: string, args: readonly string[], path: string): void {
  const env = { PATH: path, HOME: "/nonexistent" };
  const done = spawnSync(program, args, { env, encoding: "utf8" });
  if (done.error !== undefined && "code" in done.error && done.error.code === "ENOENT") return;
  must(done.status === 0, `${done.stdout}${done.stderr}`);
}

const option = (args: readonly string[], name: string): string => args[args.indexOf(name) + 1] ?? "";

function nginx(root: string, path: string): void {
  const folder = join(root, "etc/nginx/sites-enabled");
  const [name = ""] = readdirSync(folder);
  const site = moveInto(root, readOwn(join(folder, name)));
  const [, certificate = ""] = /ssl_certificate\s+(\S+);/.exec(site) ?? [];
  must(existsSync(certificate), `nginx: cannot load certificate ${certificate}`);
  let sockets = 0;
  // Ports below 1024 are root's.
  const test = site.replace(/listen (?:\[::\]:)?\d+( ssl http2)?;/g, (_line, how = "") => {
    sockets += 1;
    return `listen unix:${root}/${sockets}.sock${how};`;
  });
  const own = `error_log stderr; pid ${root}/nginx.pid; events {}\nhttp { access_log off; ${test} }\n`;
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${root}/n-${one};`,
  );
  writeFileSync(join(root, "nginx.conf"), own.replace("http {", `http { ${folders.join(" ")}`));
  real("nginx", ["-t", "-q", "-e", "stderr", "-c", join(root, "nginx.conf")], path);
}

function certbot(args: readonly string[], root: string): void {
  must(args.includes("certonly") && args.includes("--webroot"), `certbot ${args.join(" ")} is not known here.`);
  must(existsSync(option(args, "-w")), `${option(args, "-w")} is not there.`);
  must(/^systemctl reload \w+$/.test(option(args, "--deploy-hook")), "Nobody would take the renewed certificate.");
  const folder = join(root, "etc/letsencrypt/live", option(args, "-d"));
  mkdirSync(folder, { recursive: true });
  const [key, certificate] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  for (const file of [key, certificate]) writeFileSync(file, "");
  const how = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${option(args, "-d")}`];
  spawnSync("openssl", [...how, "-keyout", key, "-out", certificate], { stdio: "ignore" });
}

function promtool(args: readonly string[], root: string, path: string): void {
  const file = args[2] ?? "";
  must(args[0] === "check" && args[1] === "config", `promtool ${args.join(" ")} is not known here.`);
  const settings = moveInto(root, readFileSync(file, "utf8"));
  const { rule_files } = z.object({ rule_files: z.array(z.string()) }).parse(parse(settings));
  for (const rules of rule_files) must(existsSync(rules), `${rules} does not point to an existing file`);
  writeFileSync(join(root, "prometheus.yml"), settings);
  real("promtool", ["check", "config", join(root, "prometheus.yml")], path);
}

function caddy(args: readonly string[], path: string): void {
  must(args[0] === "validate", `caddy ${args.join(" ")} is not known here.`);
  readOwn(option(args, "--config"));
  real("caddy", args, path);
}

export function checkedBy(program: string, args: readonly string[], root: string, path: string): void {
  const owner = program === "promtool" ? "prometheus" : program;
  must(existsSync(join(root, "installed", owner)), `${program}: command not found`);
  if (program === "nginx") {
    must(args.join() === "-t", `nginx ${args.join(" ")} is not known here.`);
    nginx(root, path);
  } else if (program === "certbot") certbot(args, root);
  else if (program === "promtool") promtool(args, root, path);
  else caddy(args, path);
}
