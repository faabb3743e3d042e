import { createAdmin } from "#features/admin/write.server.ts";
import { ApiUser, type TestApp } from "./app.ts";
import { Browser } from "./browser.ts";
import { jsonOf } from "./raw.ts";

export const ADMIN_EMAIL = "admin@example.test";
export const ADMIN_PASSWORD = "violet-anchor-41";

async function makeAdmin(app: TestApp, email: string): Promise<void> {
  const known = await app.db.selectFrom("admin").select("id").where("email", "=", email).executeTakeFirst();
  if (!known) await createAdmin(app.db, { email, password: ADMIN_PASSWORD }, app.services.clock());
}

/** An API client whose bearer token has an administrator's rights; makes the administrator where needed. */
export async function adminClient(app: TestApp, email = ADMIN_EMAIL): Promise<ApiUser & { handle: string }> {
  await makeAdmin(app, email);
  const client = new ApiUser(app);
  await client.fetchToken();
  const answer = await client.call<{ token: string }>("POST", "/api/admin/login", { email, password: ADMIN_PASSWORD });
  if (answer.status !== 200) throw new Error(`admin login failed: ${answer.text}`);
  return Object.assign(client, { handle: answer.body.token });
}

/** A browser with an administrator's session cookie. */
export async function adminBrowser(app: TestApp, email = ADMIN_EMAIL): Promise<Browser & { handle: string }> {
  await makeAdmin(app, email);
  const browser = new Browser(app);
  await browser.send("GET", "/api/token");
  const answer = await browser.send("POST", "/api/admin/login", { email, password: ADMIN_PASSWORD });
  if (answer.status !== 200) throw new Error(`admin login failed: ${answer.text}`);
  return Object.assign(browser, { handle: String(jsonOf(answer)["token"]) });
}
