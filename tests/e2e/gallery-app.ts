import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { createStartedDatabase } from "./own-app.ts";

/** The app as developers run it, which alone has the gallery. */
export class GalleryApp {
  /** Made at the start: whoever lists the tests makes no folder. */
  #folder = "";
  #child: ChildProcess | undefined;
  #database: TestDatabase | undefined;
  #origin = "";

  async start(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), "pipelines-gallery-"));
    this.#database = await createStartedDatabase();
    const child = spawn(process.execPath, ["src/dev.server.ts"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "development",
        RATE_LIMITS: "test",
        DEMO: "off",
        PORT: "0",
        DATA_DIR: this.#folder,
        DATABASE_URL: this.#database.url,
        LOG_LEVEL: "warn",
      },
    });
    this.#child = child;
    let said = "";
    child.stderr.on("data", (data: Buffer) => (said += data.toString()));
    this.#origin = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The app ended with ${code}: ${said}`)));
      createInterface({ input: child.stdout }).on("line", (line) => {
        said += `${line}\n`;
        const port = /ready at http:\/\/[^:]+:(\d+)/.exec(line)?.[1];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      });
    });
  }

  /**
   * Opens the gallery, or one group of it, and waits until everything is drawn, including parts that only the browser
   * draws.
   */
  async open(page: Page, group?: string): Promise<void> {
    await page.goto(`${this.#origin}/gallery${group === undefined ? "" : `?group=${group}`}`);
    await page.locator(".gal[data-live=true]").waitFor({ timeout: 90_000 });
    // Also loads fonts for text that is not visible yet.
    await page.evaluate(() => Promise.all([...document.fonts].map((face) => face.load())).then(() => undefined));
  }

  async remove(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null) {
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGTERM");
      await ended;
    }
    await this.#database?.drop();
    if (this.#folder !== "") rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Messages that occur only in development: Vite's own lines, its worker that waits for a lost connection (which the
 * policy blocks), React's advice, and the nonce of Vite's style sheet, which browsers hide.
 */
export const DEVELOPING = [
  /Creating a worker from 'blob:[^\n]*\/@vite\/client/,
  /\[vite\]|React DevTools|WebSocket/,
  /^console error: A tree hydrated(?:(?!\n[+-] {3})[\s\S])*react-router-critical-css(?:(?!\n[+-] {3})[\s\S])*\n\+ +nonce=\{undefined\}\n- +nonce=""(?:(?!\n[+-] {3})[\s\S])*$/,
];
