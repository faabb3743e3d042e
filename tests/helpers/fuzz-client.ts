import { spawn, type ChildProcess } from "node:child_process";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { z } from "zod";
import type { FuzzRequest } from "./fuzz-requests.ts";

const readySchema = z.object({ url: z.string(), secretFile: z.string() });
const memorySchema = z.object({ rss: z.number(), heap: z.number(), logged: z.string() });

/** The application in a process of its own. */
export class AppProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  url = "";
  secretFile = "";

  constructor(databaseUrl: string) {
    const script = fileURLToPath(new URL("./fuzz-app.ts", import.meta.url));
    this.#child = spawn(process.execPath, [script, databaseUrl], { stdio: ["pipe", "pipe", "inherit"] });
    const { stdout } = this.#child;
    if (!stdout) throw new Error("no output");
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  async ready(): Promise<this> {
    Object.assign(this, readySchema.parse(JSON.parse((await this.#lines.next()).value)));
    return this;
  }

  /** After a collection: bytes of the process and of its heap, and the errors it has logged. */
  async memory(): Promise<z.infer<typeof memorySchema>> {
    this.#child.stdin?.write("memory\n");
    return memorySchema.parse(JSON.parse((await this.#lines.next()).value));
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin?.write("stop\n");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 15_000);
    await ended;
    clearTimeout(timer);
  }
}

export type FuzzAnswer = { status: number; contentType: string; text: string; took: number };

/** No answer in this time, in milliseconds, is a stuck connection. */
const STUCK = 10_000;

function plain(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "gzip" ? gunzipSync(bytes) : bytes;
}

/** Sends requests as they are over connections that are kept. */
export class FuzzClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 24 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error when the connection broke, or "stuck" */
  send({ method, path, headers, body, chunked }: FuzzRequest): Promise<FuzzAnswer> {
    const { hostname, port } = new URL(this.#url);
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const sent = { ...headers };
      if (body !== undefined && !chunked) sent["content-length"] = String(body.length);
      if (body !== undefined && chunked) sent["transfer-encoding"] = "chunked";
      const call = request({ hostname, port, method, path, headers: sent, agent: this.#agent }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            contentType: answer.headers["content-type"] ?? "",
            text: plain(Buffer.concat(pieces), answer.headers["content-encoding"]).toString("utf8"),
            took: performance.now() - started,
          }),
        );
      });
      call.setTimeout(STUCK, () => call.destroy(new Error("stuck")));
      call.on("error", reject);
      call.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
