import type { Page } from "@playwright/test";
import { OwnApp } from "./own-app.ts";

export const ADMIN = { email: "warden@example.test", password: "violet-anchor-41" };

/** An app without demo people that has an administrator. */
export class AdminApp {
  readonly #app = new OwnApp({ DEMO: "off" });
  readonly #isByCommand: boolean;

  /** @param isByCommand the administrator is made by the command, as on any server */
  constructor(isByCommand = false) {
    this.#isByCommand = isByCommand;
  }

  get url(): string {
    return this.#app.url;
  }

  async start(): Promise<void> {
    await this.#app.start();
    if (this.#isByCommand) await this.#app.makeAdminByCommand(ADMIN.email, ADMIN.password);
    else await this.#app.makeAdmin(ADMIN.email, ADMIN.password);
  }

  /** Makes the last code look as if it was used long ago, so that a test need not wait for the next code. */
  async forgetCodes(): Promise<void> {
    await this.#app.runSql("update admin set totp_step = 0");
  }

  async remove(): Promise<void> {
    await this.#app.remove();
  }
}

/** Logs in by the page's own form. */
export async function logInAsAdmin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin`);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Login In" }).click();
  await page.waitForURL(`${url}/admin/dashboard`);
}

/** Somebody who typed companies of their own into a pipeline, by the API. */
export async function addPerson(
  page: Page,
  url: string,
  companies: readonly string[],
  visibility = "public",
): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("There is no browser.");
  const headers = { origin: url };
  const send = async (method: "get" | "post" | "patch", path: string, data?: unknown) => {
    const ask = () => context.request[method](`${url}${path}`, { headers, ...(data === undefined ? {} : { data }) });
    let answer = await ask();
    // On a busy machine an app that has just started says that it is overloaded.
    for (let tries = 1; answer.status() === 503 && tries < 20; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      answer = await ask();
    }
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  await send("get", "/api/token");
  const email = `typed-${companies.length}-${Date.now()}@example.test`;
  const { profileId } = await send("post", "/api/user/signup", { email, password: "correct-horse-battery" });
  await send("patch", `/api/profile/${profileId}`, {
    created: true,
    visibility,
    firstName: "Some",
    lastName: "Testperson",
    pipeline: companies.map((companyName, n) => ({
      companyId: "",
      companyName,
      title: "clerk",
      startDate: `20${10 + n}-01-01`,
      endDate: `20${11 + n}-01-01`,
      isIndefinite: false,
      rating: 80,
    })),
  });
  await context.close();
}
