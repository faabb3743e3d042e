import { POSITION_HEADER } from "#tests/helpers/archives.ts";
import { createPerson, expect, test } from "./fixtures.ts";
import { choose, given, row } from "./import-steps.ts";
import { underToast } from "./toasts.ts";

test.use({ allowed: [/net::ERR_FAILED/] });

test("the notice floats right above the editor's bar, however high that is", async ({ watched: page }) => {
  await createPerson(page, "late.above@example.test", {
    pipeline: [
      {
        companyId: "",
        companyName: "Harbour & Tarn",
        title: "Analyst",
        startDate: "2016-05-01",
        endDate: "2017-02-01",
        isIndefinite: false,
      },
    ],
  });
  /** The gap between the notice and the bar below it, which lies at the end of the window. */
  const gapAbove = (bar: string): Promise<number> =>
    page.evaluate((selector) => {
      const [notice, below] = [".toast--float", selector].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      if (!notice || !below || Math.abs(below.bottom - window.innerHeight) > 1) throw new Error("not in its place");
      return Math.round(below.top - notice.bottom);
    }, bar);
  const notice = page.getByRole("alert").filter({ hasText: "An error occurred during the fetch" });
  const session = await page.context().newCDPSession(page);
  await page.route(/\/assets\/quick-search-[^/]*\.js/, (route) => route.abort("failed"));
  for (const [width, standard] of [
    [360, 32],
    [360, 16],
    [1280, 16],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: 13 } });
    await page.goto("/edit", { waitUntil: "networkidle" });
    await page.getByLabel("First name").fill("");
    await page.keyboard.press("Enter");
    // The bar says what is missing.
    await expect(page.locator(".savebar .err")).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(notice).toBeVisible();
    await expect.poll(() => gapAbove(".ed-foot"), `${width} px, letters of ${standard} px`).toBe(16);
    expect(await underToast(page), `${width} px, letters of ${standard} px`).toEqual([]);
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await choose(
      page,
      "Choose your LinkedIn file",
      given("Positions.csv", `${POSITION_HEADER}\nBarfield,Clerk,,,May 2012,May 2013\n`),
    );
    await expect(row(page, "Barfield").getByText("Ready")).toBeVisible();
    await expect.poll(() => gapAbove(".imp-rev__f"), `${width} px, letters of ${standard} px, a check`).toBe(16);
    await page.getByRole("group", { name: "This check" }).getByRole("button", { name: "Cancel" }).click();
  }
});
