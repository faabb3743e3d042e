import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

export type TestBucket = { url: string; env: Record<string, string>; stop: () => Promise<void> };

/** The server's only key. It checks the key's name, but not the signature. */
const KEY = "S3RVER";
const PROGRAM = join(dirname(createRequire(import.meta.url).resolve("s3rver/package.json")), "bin", "s3rver.js");

/** A bucket of an S3 server on this machine, with the settings that lead to it. */
export async function startBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), "pipelines-bucket-"));
  // The server makes the tokens that continue a list with DES, which needs this option.
  const given = ["--openssl-legacy-provider", PROGRAM, "-d", directory, "-a", "127.0.0.1", "-p", "0"];
  const server = spawn(process.execPath, [...given, "-s", "--no-vhost-buckets", "--configure-bucket", "pictures"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let port: string | undefined;
  for await (const line of createInterface(server.stdout)) {
    port = /listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port !== undefined) break;
  }
  if (port === undefined) throw new Error("The S3 server did not start.");
  const url = `http://127.0.0.1:${port}/pictures`;
  return {
    url,
    env: { PICTURES_S3_URL: url, PICTURES_S3_KEY_ID: KEY, PICTURES_S3_SECRET: KEY },
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill();
        await once(server, "exit");
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
