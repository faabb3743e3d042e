import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** The application as a process of its own, for tests that kill it. */
export class AppProcess {
  readonly #child: ChildProcess;
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /**
   * Starts it and waits until it listens.
   * @param settings undefined for the default
   */
  static async start(settings: Readonly<Record<string, string | undefined>>): Promise<AppProcess> {
    const env = {
      ...process.env,
      NODE_ENV: "test",
      RATE_LIMITS: "test",
      PASSWORD_COST: "test",
      PORT: "0",
      BASE_URL: "https://pipelines.example",
      LOG_LEVEL: "fatal",
      ...settings,
    };
    const child = spawn(process.execPath, ["tests/helpers/app-child.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
      env,
    });
    const port = await new Promise<number>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The app ended with ${code}.`)));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const [, listening] = /^ready (\d+)$/.exec(line) ?? [];
        if (listening !== undefined) resolve(Number(listening));
      });
    });
    return new AppProcess(child, port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits until it has ended. @returns its exit code; null if a signal ended it, now or before */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    child.kill(signal);
    return ended;
  }
}
