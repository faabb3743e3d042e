import { createServer, type AddressInfo } from "node:net";
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
      DEMO: "off",
    };
    this.#app = new OwnApp(own);
    await this.#app.start();
  }

  /** Makes every session look as if its sign-in was an hour ago. */
  async ageProofs(): Promise<void> {
    await this.#app?.runSql("update session set proven_at = proven_at - interval '1 hour'");
  }

  async remove(): Promise<void> {
    await this.#app?.remove();
  }
}
