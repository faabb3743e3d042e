import { axeFor } from "./axe.ts";
import { createAccount, expect, test } from "./fixtures.ts";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280] as const) {
    test(`account settings and their mistakes pass axe, ${colorScheme}, ${width} px`, async ({ watched: page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width: 1280, height: 800 });
      await createAccount(page, `settings.axe-${colorScheme}-${width}@example.test`);
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/settings");
      const look = async (state: string): Promise<void> => {
        const { violations } = await axeFor(page, colorScheme === "light" && width === 1280).analyze();
        expect.soft(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0);
      };
      await look("at rest");
      for (const name of ["Change e-mail", "Change password", "Delete my account"]) {
        await page.getByRole("button", { name }).click();
      }
      await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(3);
      await look("with mistakes");
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByText("News about Pipelines").click();
      await expect(page.getByText("You will get no more news.")).toBeVisible();
      await look("with what was done");
    });
  }
}

test("every control is reached by Tab, in the order it is read, and shows where it is", async ({ watched: page }) => {
  await createAccount(page, "settings.walk@example.test");
  await page.goto("/settings");
  await page.getByRole("heading", { level: 1 }).click();
  const seen: string[] = [];
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || !element.closest(".sets")) return undefined;
      const box = element.closest(".input, .switch") ?? element;
      const name =
        element.getAttribute("aria-label") ??
        (element instanceof HTMLInputElement
          ? element.name
          : element instanceof HTMLSelectElement
            ? (element.labels[0]?.innerText ?? "")
            : element.innerText);
      return {
        name,
        isShown: getComputedStyle(box).outlineStyle !== "none" || getComputedStyle(element).outlineStyle !== "none",
      };
    });
    if (!at) break;
    expect(at.isShown, at.name).toBe(true);
    seen.push(at.name);
  }
  expect(seen).toEqual([
    "Send again",
    "email",
    "Change e-mail",
    "password",
    "Show password",
    "newPassword",
    "Show password",
    "Change password",
    "name",
    "Add passkey",
    "API",
    "token-name",
    "What it may do",
    "Ends after",
    "Make token",
    "",
    "",
    "Download everything",
    "JSON Resume",
    "CSV of your stops",
    "word",
    "Delete my account",
  ]);
});
