import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { OwnApp } from "./own-app.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** An app under a name, which passkeys belong to: `localhost`. Its database can be reached while it runs. */
export class HostedApp {
  readonly #folder = mkdtempSync(join(tmpdir(), "pipelines-hosted-"));
  #app: OwnApp | undefined;
  url = "";

  /** @param settings of the app, made once its address is known */
  async start(settings: (url: string) => Promise<Readonly<Record<string, string>>>): Promise<void> {
    const port = await freePort();
    this.url = `http://localhost:${port}`;
    const own = {
      ...(await settings(this.url)),
      PORT: String(port),
      BASE_URL: this.url,
      DATA_DIR: this.#folder,
      DEMO: "off",
    };
    this.#app = new OwnApp(own);
    await this.#app.start();
  }

  /** Makes every session look as if its sign-in was an hour ago. */
  async ageProofs(): Promise<void> {
    const { url } = await openEmbedded({ dataDir: this.#folder, role: "command", say: () => undefined });
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("update session set proven_at = proven_at - interval '1 hour'");
    await client.end();
  }

  async remove(): Promise<void> {
    await this.#app?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
