import { drawJpeg } from "#tests/helpers/pictures.ts";
import { expect, fillStop, signUp, test } from "./fixtures.ts";

test.describe("a file sent that is no picture", () => {
  test.use({ allowed: [/status of 400/] });

  test("somebody adds a picture to their page, changes it, sees it in the header, and removes it", async ({
    watched: page,
  }) => {
    await signUp(page, "picture.testperson@example.test");
    await page.goto("/edit");
    await page.getByLabel("First name").fill("Picture");
    await page.getByLabel("Last name").fill("Testperson");
    await fillStop(page, 1, { company: "Harbour & Tarn", title: "Analyst", start: "March 2020" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "View profile" }).click();

    const choose = async (button: string, name: string, buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: button }).click();
      await (await chooser).setFiles({ name, mimeType: "image/jpeg", buffer });
    };
    const header = page.getByRole("link", { name: "Your profile" }).locator("img");
    const head = page.locator(".pr-pic img");
    await expect(header).toHaveCount(0);

    await choose("Add picture", "notes.jpg", Buffer.from("These are no picture at all."));
    await expect(page.getByText("This is no picture we can read.")).toBeVisible();
    await expect(head).toHaveCount(0);

    await choose("Add picture", "me.jpg", await drawJpeg({ background: "#aa3311" }));
    await expect(page.getByText("Picture saved.")).toBeVisible();
    const first = await head.getAttribute("src");
    expect(first).toMatch(/^\/pictures\/[0-9a-f]{24}\.webp$/);
    await expect(header).toHaveAttribute("src", first ?? "");
    await expect(head).toHaveJSProperty("naturalWidth", 512);

    await choose("Change picture", "me.jpg", await drawJpeg({ background: "#1133aa" }));
    await expect(head).not.toHaveAttribute("src", first ?? "");
    await expect(head).toHaveJSProperty("naturalWidth", 512);

    await page.getByRole("button", { name: "Remove picture" }).click();
    await expect(page.getByText("Picture removed.")).toBeVisible();
    await expect(head).toHaveCount(0);
    await expect(header).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add picture" })).toBeVisible();
  });
});
