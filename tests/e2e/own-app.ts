import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** An app of a test's own, which it may stop and start again on the same data. */
export class OwnApp {
  readonly #folder = mkdtempSync(join(tmpdir(), "pipelines-own-"));
  #child: ChildProcess | undefined;
  #port = 0;
  /** Everything the app wrote. */
  output = "";
  readonly #settings: Readonly<Record<string, string>>;

  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.#settings = settings;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ["src/main.server.ts"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "test",
        RATE_LIMITS: "test",
        PASSWORD_COST: "test",
        PORT: String(this.#port),
        DATA_DIR: this.#folder,
        LOG_LEVEL: "warn",
        ...this.#settings,
      },
    });
    this.#child = child;
    child.stderr.on("data", (data: Buffer) => (this.output += data.toString()));
    this.#port = await new Promise<number>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The app ended with ${code}: ${this.output}`)));
      createInterface({ input: child.stdout }).on("line", (line) => {
        this.output += `${line}\n`;
        const match = /ready at http:\/\/[^:]+:(\d+)/.exec(line);
        if (match) resolve(Number(match[1]));
      });
    });
  }

  /** Makes an administrator, as one would on the server. */
  async makeAdmin(email: string, password: string): Promise<void> {
    const child = spawn(process.execPath, ["scripts/admin-create.ts", "--email", email], {
      stdio: ["pipe", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: "test", DATA_DIR: this.#folder, LOG_LEVEL: "warn", ...this.#settings },
    });
    child.stdin.end(`${password}\n`);
    await new Promise<void>((resolve, reject) =>
      child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`admin:create ended with ${code}`)))),
    );
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
