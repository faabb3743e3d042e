import { axeFor } from "./axe.ts";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { someOf } from "#tests/helpers/amount.ts";
import { addPerson, AdminApp, logInAsAdmin } from "./admin-app.ts";
import { touchingCells } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { underToast } from "./toasts.ts";

// One app for all of them, one after the other.
test.describe.configure({ mode: "default" });

const app = new AdminApp();
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await app.start();
});
test.afterAll(() => app.remove());

const panel = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search companies" }).fill(text);
  await expect(page).toHaveURL(new RegExp(`text=${encodeURIComponent(text).replaceAll("%20", "(?:%20|\\+)")}`));
}

async function addCompany(page: Page, name: string, displayName: string): Promise<void> {
  await page.getByRole("button", { name: "Add company" }).click();
  await panel(page).getByLabel("Name", { exact: true }).fill(name);
  await panel(page).getByLabel("Display name").fill(displayName);
  await panel(page).getByRole("button", { name: "Save company" }).click();
  await expect(page.getByText(`${displayName} added.`)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
}

test.describe("with mistakes", () => {
  test.use({ allowed: [/status of 400/] });

  test("a company is added, with what is wrong beside the fields and nothing lost", async ({ watched: page }) => {
    await logInAsAdmin(page, app.url);
    await page.getByRole("button", { name: "Add company" }).click();
    const name = panel(page).getByLabel("Name", { exact: true });
    await expect(name).toBeFocused();
    await panel(page).getByLabel("Description").fill("Ferries on the northern lakes.");
    await panel(page).getByLabel("Logo", { exact: true }).fill("cdn/arm.svg");
    await page.getByRole("button", { name: "Save company" }).click();
    await expect(panel(page).getByText("Must fill out all input fields.")).toHaveCount(2);
    await expect(panel(page).getByText("Logo must be a URL.")).toBeVisible();
    await expect(name).toBeFocused();

    await name.fill("Tarn Ferries");
    await panel(page).getByLabel("Display name").fill("Tarn Ferries");
    await panel(page).getByLabel("Logo", { exact: true }).fill("");
    const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#204080" } })
      .png()
      .toBuffer();
    const chooser = panel(page).locator("input[type=file]");
    await chooser.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await expect(panel(page).getByText("Choose a JPEG, PNG or WebP file of at most 5 MB.")).toBeVisible();
    await chooser.setInputFiles({ name: "ferry.png", mimeType: "image/png", buffer: file });
    await expect(panel(page).getByText("ferry.png replaces the logo when you save.")).toBeVisible();
    await panel(page).getByRole("button", { name: "Do not use it" }).press("Enter");
    await expect(chooser).toBeFocused();
    await chooser.setInputFiles({ name: "ferry.png", mimeType: "image/png", buffer: file });
    await page.getByRole("button", { name: "Save company" }).click();
    await expect(page.getByText("Tarn Ferries added.")).toBeVisible();
    await search(page, "tarn ferr");
    await expect(row(page, "Tarn Ferries").locator("img")).toHaveAttribute("src", /^\/company-logos\/.*\.webp$/);
    await expect(row(page, "Tarn Ferries").getByRole("cell").first()).toHaveText("tarn ferries");

    // Its name is its key, so no second company can have it.
    await page.getByRole("button", { name: "Add company" }).click();
    await name.fill("TARN ferries");
    await panel(page).getByLabel("Display name").fill("Another one");
    await page.keyboard.press("Enter");
    await expect(panel(page).getByText("Company with the same name already exists.")).toBeVisible();
    await expect(name).toBeFocused();
    await expect(panel(page).getByLabel("Display name")).toHaveValue("Another one");
    // Typed text is not discarded without a question.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toContainText("Leave without saving?");
    await page.getByRole("button", { name: "Cancel" }).last().click();
    await expect(panel(page).getByLabel("Display name")).toHaveValue("Another one");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(panel(page)).toHaveCount(0);
  });
});

test("a company is changed, but for its name, and is found by a further one", async ({ watched: page }) => {
  await logInAsAdmin(page, app.url);
  await addCompany(page, "lantern works", "Lantern Works");
  await search(page, "lantern works");
  await page.getByRole("button", { name: "Edit Lantern Works" }).click();
  await expect(panel(page).getByLabel("Display name")).toBeFocused();
  await expect(panel(page).getByLabel("Name", { exact: true })).toHaveAttribute("readonly");
  await expect(panel(page).getByText("The key cannot change after creation.")).toBeVisible();
  await panel(page).getByLabel("Another name").fill("Glowmakers");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("listitem")).toHaveText("Glowmakers");
  await expect(panel(page).getByLabel("Another name")).toHaveValue("");
  await panel(page).getByLabel("Display name").fill("Lantern Works Ltd");
  await panel(page).getByRole("button", { name: "Save company" }).click();
  await expect(page.getByText("Lantern Works Ltd saved.")).toBeVisible();
  await expect(row(page, "Lantern Works Ltd")).toBeVisible();

  await search(page, "glowmak");
  await expect(row(page, "Lantern Works Ltd")).toBeVisible();
  // The search is part of the address.
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("glowmak");
  await expect(row(page, "Lantern Works Ltd")).toBeVisible();
  await page.getByRole("button", { name: "Edit Lantern Works Ltd" }).click();
  await panel(page).getByRole("button", { name: "Remove Glowmakers" }).click();
  await expect(panel(page).getByText("None yet.")).toBeVisible();
});

test("deleting asks with the company's name, says what goes, and does it only then", async ({ watched: page }) => {
  await logInAsAdmin(page, app.url);
  await addPerson(page, app.url, ["Moss Gate"]);
  await search(page, "moss gate");
  const remove = page.getByRole("button", { name: "Delete Moss Gate" });
  await remove.click();
  const question = page.getByRole("alertdialog", {
    name: 'Are you sure you want to delete the company: "moss gate"?',
  });
  await expect(question).toContainText("In the pipelines of 1 person.");
  await expect(question).toContainText("They keep the stop as text, “Moss Gate”");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await expect(row(page, "Moss Gate")).toBeVisible();

  await remove.click();
  await question.getByRole("button", { name: "Delete company" }).click();
  await expect(page.getByText("Moss Gate deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("No company on this site with that name :/")).toBeVisible();
});

test("what somebody typed is reviewed: merged with a preview, taken back, kept", async ({ watched: page }) => {
  await logInAsAdmin(page, app.url);
  await addCompany(page, "osprey harbour", "Osprey Harbour");
  await addPerson(page, app.url, ["Osprey Harbor"]);
  await addPerson(page, app.url, ["Unseen Mooring"], "private");
  await page.getByRole("button", { name: "To review" }).click();
  await expect(page).toHaveURL(/show=review/);
  await expect(row(page, "Osprey Harbor").getByRole("link", { name: "Osprey Harbor" })).toBeVisible();
  // There is no link, because no visible person names this company and it therefore has no page.
  await expect(row(page, "Unseen Mooring").getByText("Unseen Mooring", { exact: true })).toBeVisible();
  await expect(row(page, "Unseen Mooring").getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: "Merge Osprey Harbor into Osprey Harbour" }).click();
  const preview = panel(page).getByRole("region", { name: "What moves" });
  await expect(preview).toContainText("The stops of 1 person go to Osprey Harbour, which has 0 people so far.");
  await expect(preview).toContainText("Its name finds Osprey Harbour from then on: Osprey Harbor.");
  // On a small screen the form scrolls, and its button stays in view.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 420 });
  await panel(page).evaluate((form) => form.scrollTo(0, 0));
  await expect(panel(page).getByRole("button", { name: "Merge into Osprey Harbour" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await panel(page).getByRole("button", { name: "Merge into Osprey Harbour" }).click();
  await expect(page.getByText("Osprey Harbor is part of Osprey Harbour now.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep Osprey Harbor" })).toHaveCount(0);
  const merged = await page.request.get(`${app.url}/api/company/getBy?name=osprey%20harbor`);
  expect((await merged.json()).displayName).toBe("Osprey Harbour");

  await page.getByRole("button", { name: "Merges" }).click();
  await page.getByRole("button", { name: "Undo the merge of osprey harbor" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo merge" }).click();
  await expect(page.getByText("osprey harbor is a company of its own again.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Merges" }).getByRole("listitem").first()).toContainText("undone");

  await page.getByRole("button", { name: "To review" }).click();
  await page.getByRole("button", { name: "Keep Osprey Harbor" }).click();
  await expect(page.getByText("Osprey Harbor is listed now.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep Osprey Harbor" })).toHaveCount(0);
  await expect(row(page, "Unseen Mooring")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("list", { name: "Merges" })).toBeVisible();
});

test("reviews are worked through by keyboard: after each, the focus is at the next", async ({ watched: page }) => {
  await logInAsAdmin(page, app.url);
  await addCompany(page, "vexwick harbour", "Vexwick Harbour");
  await addPerson(page, app.url, ["Vexwick Harbor", "Vexwick Bay", "Vexwick Cliff", "Vexwick Dale"]);
  await page.getByRole("button", { name: "To review" }).click();
  // Lists only these four companies, so that the list is empty after the last Keep.
  await search(page, "vexwick");
  const keeps = page.getByRole("button", { name: /^Keep / });
  await expect(keeps).toHaveCount(4);
  const left = await keeps.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")?.slice(5) ?? ""));
  /** The next of the list, else the one that is now the last. */
  const isNextFocused = async (done: string): Promise<void> => {
    const place = left.indexOf(done);
    left.splice(place, 1);
    await expect(row(page, left[place] ?? left.at(-1) ?? "")).toBeFocused();
  };
  const keep = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: `Keep ${name}` }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${name} is listed now.`)).toBeVisible();
  };

  await page.getByRole("button", { name: "Edit Vexwick Harbor" }).focus();
  await page.keyboard.press("Enter");
  await panel(page).getByRole("button", { name: "Merge into another…" }).focus();
  await page.keyboard.press("Enter");
  await panel(page).getByRole("searchbox", { name: "Merge into" }).fill("vexwick harbour");
  await panel(page)
    .getByRole("radio", { name: /^Vexwick Harbour/ })
    .check();
  await panel(page).getByRole("button", { name: "Merge into Vexwick Harbour" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Vexwick Harbor is part of Vexwick Harbour now.")).toBeVisible();
  // The toast covers neither Logout nor the end of the list.
  expect(await underToast(page)).toEqual([]);
  await isNextFocused("Vexwick Harbor");
  for (const name of [left[0] ?? "", left[2] ?? ""]) {
    await keep(name);
    await isNextFocused(name);
  }
  const [last = ""] = left;
  await page.getByRole("button", { name: `Delete ${last}` }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete company" }).click();
  await expect(page.getByText(`${last} deleted.`)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("when all reviews on the screen are done, the next ones come by themselves", async ({ watched: page }) => {
  await logInAsAdmin(page, app.url);
  await addPerson(page, app.url, ["Wexmoor Bay", "Wexmoor Cliff"]);
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  // Pages of one company each.
  await page.route(/\/api\/admin\/companies\?/, async (route) => {
    const address = new URL(route.request().url());
    const isNext = address.searchParams.has("cursor");
    address.searchParams.delete("cursor");
    if (isNext) await mayCome;
    const response = await route.fetch({ url: address.href });
    const { companies } = await response.json();
    await route.fulfill({ json: isNext ? { companies, next: "" } : { companies: companies.slice(0, 1), next: "x" } });
  });
  await page.getByRole("button", { name: "To review" }).click();
  // Typed at once, so that the list that was just chosen stays chosen.
  const found = page.waitForResponse(/\/api\/admin\/companies\?status=new&text=wexmoor$/);
  await search(page, "wexmoor");
  await found;
  await expect(page).toHaveURL(/show=review/);
  const keeps = page.getByRole("button", { name: /^Keep Wexmoor/ });
  await expect(keeps).toHaveCount(1);
  await expect(page.getByText("The first 1 companies")).toHaveCount(0);
  await keeps.click();
  await expect(page.getByText(/is listed now\.$/)).toBeVisible();
  await expect(page.getByText("Loading", { exact: true })).toBeAttached();
  await expect(page.getByText("Nothing to review.")).toHaveCount(0);
  await expect(page.getByText("No company on this site with that name :/")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  letCome();
  await expect(keeps).toHaveCount(1);
  await keeps.click();
  await expect(page.getByText("No company on this site with that name :/")).toBeVisible();
});

test("a review that is done while the list is loaded again stays done", async ({ watched: page }) => {
  await logInAsAdmin(page, app.url);
  await addPerson(page, app.url, ["Yexford Mill", "Yexford Weir"]);
  await page.getByRole("button", { name: "To review" }).click();
  await expect(page).toHaveURL(/show=review/);
  await search(page, "yexford");
  const keeps = page.getByRole("button", { name: /^Keep Yexford/ });
  await expect(keeps).toHaveCount(2);
  // The list as it was before the review, but later.
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/api\/admin\/companies\?.*text=yexf$/, async (route) => {
    const response = await route.fetch();
    read();
    await mayCome;
    await route.fulfill({ response });
  });
  await search(page, "yexf");
  await isRead;
  await page.getByRole("button", { name: "Keep Yexford Mill" }).click();
  await expect(page.getByText("Yexford Mill is listed now.")).toBeVisible();
  await expect(keeps).toHaveCount(1);
  const came = page.waitForResponse(/text=yexf$/);
  letCome();
  await (await came).finished();
  await expect(page.locator(".paged")).not.toHaveAttribute("aria-busy");
  await expect(keeps).toHaveCount(1);
});

test("on a phone nothing moves when the number of companies comes", async ({ watched: page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await logInAsAdmin(page, app.url);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/company/get/companies*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  const field = page.getByRole("searchbox", { name: "Search companies" });
  const tools = page.locator(".cmp__tools");
  const before = [await field.boundingBox(), await tools.boundingBox()];
  held.resolve();
  await expect(tools.getByRole("status")).toHaveText(/compan/);
  expect([await field.boundingBox(), await tools.boundingBox()]).toEqual(before);
});

test("the target of a merge is searched for by keyboard, and the toast takes it back", async ({ watched: page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await logInAsAdmin(page, app.url);
  await addCompany(page, "pine ledger", "Pine Ledger");
  await addCompany(page, "cedar ledger", "Cedar Ledger");
  await search(page, "pine ledger");
  const edit = page.getByRole("button", { name: "Edit Pine Ledger" });
  await edit.focus();
  await page.keyboard.press("Enter");
  // On a phone the form is over the list, and keeps the focus.
  await expect(panel(page).getByLabel("Display name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  await panel(page).getByRole("button", { name: "Merge into another…" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("searchbox", { name: "Merge into" })).toBeFocused();
  await page.keyboard.type("cedar led");
  await panel(page)
    .getByRole("radio", { name: /Cedar Ledger/ })
    .waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press(" ");
  await expect(panel(page).getByRole("region", { name: "What moves" })).toContainText("nobody has it in a pipeline");
  await page.keyboard.press("Tab");
  await expect(panel(page).getByRole("button", { name: "Merge into Cedar Ledger" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Pine Ledger is part of Cedar Ledger now.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Pine Ledger is a company of its own again.")).toBeVisible();
  await expect(row(page, "Pine Ledger")).toBeVisible();
});

test.describe("while the server refuses to look companies up", () => {
  test.use({ allowed: [/status of (?:429|500|503)|net::ERR_FAILED/] });

  test("the form of a merge says why, and looks again", async ({ watched: page }) => {
    await logInAsAdmin(page, app.url);
    await addCompany(page, "rowan ledger", "Rowan Ledger");
    await addCompany(page, "alder ledger", "Alder Ledger");
    await search(page, "rowan ledger");
    await page.getByRole("button", { name: "Edit Rowan Ledger" }).click();
    await panel(page).getByRole("button", { name: "Merge into another…" }).click();
    const field = panel(page).getByRole("searchbox", { name: "Merge into" });
    const alert = panel(page).getByRole("alert");
    const status = panel(page).getByRole("status");
    const refusals = [
      [429, "Too many requests. Wait a moment and try again.", "Too many requests. Try again in 4 minutes."],
      [503, "We are busy right now. Try again in a moment.", "We are busy right now. Try again in a moment."],
      [0, "", "Looking things up failed. Check your connection."],
    ] as const;
    for (const [code, error, sentence] of someOf(refusals, 1)) {
      await page.route(/\/api\/company\/get\/companies\//, (route) =>
        code === 0
          ? route.abort("failed")
          : route.fulfill({
              status: code,
              headers: { "retry-after": "240" },
              json: { error, code: "x", requestId: "1" },
            }),
      );
      await field.fill("");
      await field.fill("alder led");
      await expect(alert.getByText(sentence)).toBeVisible();
      await expect(status).toHaveText("");
      const again = alert.getByRole("button", { name: "Try again" });
      // Also a second refusal leaves the button.
      await again.click();
      await expect(alert.getByText(sentence)).toBeVisible();
      await field.fill("");
      await expect(alert).toHaveCount(0);
      await field.fill("alder led");
      await expect(alert.getByText(sentence)).toBeVisible();
      await page.unrouteAll();
      await again.focus();
      await page.keyboard.press("Enter");
      await expect(panel(page).getByRole("radio", { name: /Alder Ledger/ })).toBeVisible();
      await expect(alert).toHaveCount(0);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue("alder led");
      await expect(status).toHaveText("1 found");
    }
  });
});

test.describe("while the numbers of a company do not load", () => {
  test.use({ allowed: [/status of 503/] });

  test("the preview of a merge says so, and loads them when asked again", async ({ watched: page }) => {
    await logInAsAdmin(page, app.url);
    await addCompany(page, "hazel ledger", "Hazel Ledger");
    await addCompany(page, "maple ledger", "Maple Ledger");
    await search(page, "hazel ledger");
    await page.getByRole("button", { name: "Edit Hazel Ledger" }).click();
    await panel(page).getByRole("button", { name: "Merge into another…" }).click();
    await panel(page).getByRole("searchbox", { name: "Merge into" }).fill("maple led");
    const error = "We are busy right now. Try again in a moment.";
    await page.route(/\/api\/company\/get\/[0-9a-f]{24}$/, (route) =>
      route.fulfill({ status: 503, json: { error, code: "overloaded", requestId: "1" } }),
    );
    await panel(page)
      .getByRole("radio", { name: /Maple Ledger/ })
      .check();
    const preview = panel(page).getByRole("region", { name: "What moves" });
    await expect(preview.getByRole("alert")).toContainText(`The present numbers did not load. ${error}`);
    await expect(preview).toContainText("Everybody's stops go to Maple Ledger.");
    await page.unrouteAll();
    await preview.getByRole("button", { name: "Try again" }).focus();
    await page.keyboard.press("Enter");
    await expect(preview).toContainText("nobody has it in a pipeline");
    await expect(preview.getByRole("alert")).toHaveCount(0);
    await expect(preview.getByRole("heading", { name: "What moves" })).toBeFocused();
    await expect(preview).not.toContainText("minutes");

    // As on a large site.
    await page.route(/\/api\/company\/get\/[0-9a-f]{24}$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), people: 2_000 } });
    });
    await panel(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Edit Hazel Ledger" }).click();
    await panel(page).getByRole("button", { name: "Merge into another…" }).click();
    await panel(page).getByRole("searchbox", { name: "Merge into" }).fill("maple led");
    await panel(page)
      .getByRole("radio", { name: /Maple Ledger/ })
      .check();
    await expect(preview).toContainText("With so many people it may take minutes. They cannot save until it is done.");
  });
});

test.describe("whose session has ended", () => {
  test.use({ allowed: [/status of 40[13]/] });

  test("is told so, and led to the login", async ({ watched: page }) => {
    await logInAsAdmin(page, app.url);
    await expect(row(page, "Adobe").first()).toBeVisible();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "To review" }).click();
    await page.getByRole("link", { name: "Log in again" }).click();
    await expect(page.getByRole("heading", { name: "Admin login" })).toBeVisible();
  });
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [360, 1280] as const) {
    test(`axe finds nothing in any state of the companies, ${theme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({
        colorScheme: theme,
        reducedMotion: "reduce",
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      const look = async (what: string) => {
        const { violations } = await axeFor(page, theme === "light" && width === 1280).analyze();
        expect.soft(violations.map((one) => `${what}: ${one.id} ${one.nodes[0]?.html}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
        expect.soft(await touchingCells(page), what).toEqual([]);
      };
      await logInAsAdmin(page, app.url);
      // A short list has every kind of row, and is looked through faster.
      await page.goto(`${app.url}/admin/dashboard?text=adobe`);
      await row(page, "Adobe").first().waitFor();
      await look("list");
      await page.getByRole("button", { name: "Add company" }).click();
      await page.getByRole("button", { name: "Save company" }).click();
      await look("form with mistakes");
      await page.keyboard.press("Escape");
      const wanted = `Wander ${theme} ${width} ${"of the far northern lakes ".repeat(2)}`.slice(0, 78);
      await addPerson(page, app.url, [wanted]);
      await page.getByRole("button", { name: "To review" }).click();
      await page.getByRole("button", { name: `Delete ${wanted.trim()}` }).click();
      await look("question");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: `Edit ${wanted.trim()}` }).click();
      await panel(page).getByText("None yet.").waitFor();
      await look("form");
      await panel(page).getByRole("button", { name: "Merge into another…" }).click();
      await panel(page).getByRole("searchbox").fill("adobe");
      await panel(page).getByRole("radio").first().check();
      await panel(page).getByRole("region", { name: "What moves" }).waitFor();
      await look("merge");
      await page.keyboard.press("Escape");
      await look("review");
      await page.getByRole("button", { name: "Merges" }).click();
      await page.getByRole("heading", { name: "Companies" }).waitFor();
      await look("merges");
      await context.close();
    });
  }
}

test("beside an open panel names stay whole words, and in forced colours a dialog has an edge", async ({
  watched: page,
}) => {
  await addPerson(page, app.url, ["Arbelwick Studio", "Corvelnook Studio", "United States Environmental Agency"]);
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await logInAsAdmin(page, app.url);
  await page.getByRole("button", { name: "To review" }).click();
  await page.getByRole("button", { name: "Edit Arbelwick Studio" }).click();
  await expect(panel(page)).toBeVisible();
  const link = row(page, "Arbelwick Studio").getByRole("link");
  // One word a line.
  const box = await link.boundingBox();
  expect(box?.height).toBeLessThan(50);
  // The panel covers none of the list's buttons.
  for (const width of [1240, 1280, 1400]) {
    await page.setViewportSize({ width, height: 800 });
    const edge = (await panel(page).boundingBox())?.x ?? 0;
    const last = await page.getByRole("button", { name: "Delete United States Environmental Agency" }).boundingBox();
    expect((last?.x ?? Infinity) + (last?.width ?? 0), `${width} px`).toBeLessThanOrEqual(edge);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Delete Corvelnook Studio" }).click();
  const edge = await page.locator(".dialog--modal[open]").evaluate((one) => getComputedStyle(one).borderTopWidth);
  expect(edge).toBe("1px");
});
