import type { Page } from "@playwright/test";
import { axeFor } from "./axe.ts";
import { createPerson, expect, tabTo, test } from "./fixtures.ts";

const LONG = "A program with a name as long as it may be, of sixty letters";

const section = (page: Page) => page.getByRole("region", { name: "Access tokens" });
const nameField = (page: Page) => section(page).getByRole("textbox", { name: "Name of a new token" });
const shown = (page: Page) => section(page).getByRole("textbox", { name: /^Token “/ });

async function statusWith(page: Page, token: string): Promise<number> {
  // Without the page's cookie, which would speak first.
  const answer = await fetch(new URL("/api/user/me", page.url()), { headers: { authorization: `Bearer ${token}` } });
  return answer.status;
}

test("a token is made by the keyboard, shown once, used and revoked", async ({ watched: page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await createPerson(page, "keyboard.token@example.test");
  await page.goto("/settings");
  await expect(section(page).getByText("You have no access tokens.")).toBeVisible();

  const make = section(page).getByRole("button", { name: "Make token" });
  await tabTo(page, make);
  await page.keyboard.press("Enter");
  await expect(nameField(page)).toBeFocused();
  await expect(nameField(page)).toHaveAccessibleDescription("Give it a name, so that you know it again.");
  await page.keyboard.type("Backup script");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(section(page).getByLabel("What it may do")).toHaveValue("write");
  await tabTo(page, make);
  await page.keyboard.press("Enter");
  await expect(section(page).getByText("“Backup script” is made. Copy it now: it is not shown again.")).toBeVisible();
  const row = section(page).getByRole("listitem");
  await expect(row).toHaveText(/Backup script.*Read, and change your profile · Not used yet.*Ends on/);
  const token = await shown(page).inputValue();
  await tabTo(page, section(page).getByRole("button", { name: "Copy token" }));
  await page.keyboard.press("Enter");
  await expect(section(page).getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect(await statusWith(page, token)).toBe(200);

  await page.reload();
  await expect(row).toHaveText(/Used within the hour/);
  await expect(shown(page)).toHaveCount(0);
  expect(await page.content()).not.toContain(token);

  await section(page).getByRole("button", { name: "Revoke Backup script" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Revoke “Backup script”?" });
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await question.getByRole("button", { name: "Revoke token" }).press("Enter");
  await expect(section(page).getByText("“Backup script” is revoked.")).toBeVisible();
  await expect(section(page).getByRole("heading", { name: "Access tokens" })).toBeFocused();
  await expect(section(page).getByText("You have no access tokens.")).toBeVisible();
  expect(await statusWith(page, token)).toBe(401);
});

test.describe("what goes wrong", () => {
  test.use({ allowed: [/status of 503/] });

  test("is said, and the form stays as it was typed", async ({ watched: page }) => {
    await createPerson(page, "failing.token@example.test");
    await page.goto("/settings");
    await page.route("**/api/user/access-tokens", (route) =>
      route.fulfill({ status: 503, json: { error: "We are busy right now. Try again in a moment." } }),
    );
    await nameField(page).fill("Backup script");
    await section(page).getByRole("button", { name: "Make token" }).click();
    await expect(section(page).getByRole("alert").getByText("We are busy right now.")).toBeVisible();
    await expect(nameField(page)).toHaveValue("Backup script");
    await expect(shown(page)).toHaveCount(0);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280] as const) {
    test(`its states pass axe, ${colorScheme}, ${width} px`, async ({ watched: page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      await createPerson(page, `axe-${colorScheme}-${width}.token@example.test`);
      await page.goto("/settings");
      const look = async (state: string): Promise<void> => {
        const { violations } = await axeFor(page, colorScheme === "light" && width === 1280).analyze();
        expect.soft(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0);
        if (width !== 360) return;
        for (const control of await section(page).locator("button, select, input").all()) {
          const box = await control.evaluate((element) => {
            const { width: w, height: h } = (element.closest(".input") ?? element).getBoundingClientRect();
            return { w, h, what: element.outerHTML.slice(0, 120) };
          });
          expect.soft(Math.min(box.w, box.h), `${state}: ${box.what}`).toBeGreaterThanOrEqual(44);
        }
      };
      await look("empty");
      await section(page).getByRole("button", { name: "Make token" }).click();
      await look("a name is missing");
      await nameField(page).fill(LONG);
      await section(page).getByRole("button", { name: "Make token" }).click();
      await expect(shown(page)).toBeVisible();
      await look("made");
      await section(page)
        .getByRole("button", { name: `Revoke ${LONG}` })
        .click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await look("asked");
    });
  }
}
