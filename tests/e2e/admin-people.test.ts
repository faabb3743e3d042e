import { ADMIN, call, isAccessible, signInAdmin, tabTo } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

const app = new OwnApp({ DEMO: "off" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  await app.start();
  await app.makeAdmin(ADMIN.email, ADMIN.password);
});
test.afterAll(() => app.remove());

const NAME = "Aurelia-Philippa Wolkenstein-Hohenlohe Fernandez de la Torre y Montoya Example";

test("an administrator finds somebody, suspends, brings back and deletes them, by keyboard", async ({
  watched: page,
}) => {
  await call(page, app, "GET", "/api/token");
  type User = { profileId: string };
  const password = "correct-horse-battery";
  const user = await call<User>(page, app, "POST", "/api/user/signup", { email: "found@example.test", password });
  const [firstName, ...rest] = NAME.split(" ");
  await call(page, app, "PATCH", `/api/profile/${user.profileId}`, {
    firstName,
    lastName: rest.join(" "),
    anonymous: false,
    created: true,
    pipeline: [],
  });
  await page.context().clearCookies();
  await signInAdmin(page, app);

  await page.goto(`${app.url}/admin/dashboard/people`);
  const row = page.getByRole("row", { name: new RegExp(NAME) });
  await expect(row).toContainText("Active");
  await isAccessible(page, "people", true);
  await tabTo(page, /Name, username or id/);
  await page.keyboard.type("nobody of that name");
  await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("wolkenstein");
  await expect(row).toBeVisible();

  await page.getByRole("button", { name: `Suspend ${NAME}` }).press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await isAccessible(page, "the question of suspending");
  await page.getByLabel("Reason, for the audit log").selectOption({ label: "Abuse" });
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).press("Enter");
  await expect(row).toContainText("Suspended");
  const back = page.getByRole("button", { name: `Unsuspend ${NAME}` });
  await expect(back).toBeFocused();
  expect((await page.request.get(`${app.url}/user/${user.profileId}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Suspended", exact: true }).click();
  await expect(row).toContainText("Suspended");
  await page.getByRole("button", { name: "Everybody", exact: true }).click();
  await back.press("Enter");
  await expect(row).toContainText("Active");
  expect((await page.request.get(`${app.url}/user/${user.profileId}`)).status()).toBe(200);

  const remove = page.getByRole("button", { name: `Delete ${NAME}` });
  await remove.press("Enter");
  await expect(page.getByRole("heading", { name: `Delete ${NAME} for good?` })).toBeVisible();
  await isAccessible(page, "the question of deleting");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect((await page.request.get(`${app.url}/user/${user.profileId}`)).status()).toBe(404);
});
