import type { Page } from "@playwright/test";
import { linkedinPdf } from "#tests/helpers/documents/linkedin-pdfs.ts";
import { diceOf, TONGUES, type MadePerson } from "#tests/helpers/documents/people.ts";
import { docxOf } from "#tests/helpers/documents/resume-docs.ts";
import { callApi, createPerson, expect, mine, test } from "./fixtures.ts";
import { choose, given, review, row, tick, type Given } from "./import-steps.ts";
import { startSentLog } from "./sent-log.ts";

const NOVA: MadePerson = {
  first: "Nova",
  last: "Documented",
  headline: "canary-headline",
  place: "Berlin, Germany",
  jobs: [
    {
      company: "Paperfield Robotics",
      title: "Senior Engineer",
      place: "Berlin, Germany",
      start: [2022, 3],
      end: "now",
      texts: ["canary-description of arms"],
    },
    { company: "Paperfield Robotics", title: "Engineer", place: "", start: [2020, 1], end: [2022, 2], texts: [] },
    { company: "Paperfield Bakery", title: "Barista", place: "", start: [2017, 5], end: [2019, 12], texts: [] },
  ],
  schools: [{ school: "Paperfield College", degree: "canary-degree", start: 2013, end: 2017 }],
};

async function linkedin(): Promise<Given> {
  const [english] = TONGUES;
  if (!english) throw new Error("no language");
  return given("canary-file-name.pdf", await linkedinPdf(NOVA, english, diceOf(3)));
}

const FILE_BUTTON = /^(?:Choose your LinkedIn file|LinkedIn export ZIP)$/;

const titles = async (page: Page): Promise<string[]> => {
  const { profileId } = await callApi<{ profileId: string }>(page, "GET", "/api/user/me");
  const { pipeline } = await callApi<{ pipeline: { roles: { title: string }[]; displayName: string }[] }>(
    page,
    "GET",
    `/api/profile/get/${profileId}`,
  );
  return pipeline.flatMap(({ roles, displayName }) => roles.map(({ title }) => `${title} at ${displayName}`));
};

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test("from sign-up to a saved line out of LinkedIn's PDF in at most 9 actions, and nothing else of it leaves the device", async ({
    watched: page,
    baseURL,
  }) => {
    const log = await startSentLog(baseURL ?? "");
    let actions = 0;
    const step = async (work: Promise<unknown>): Promise<void> => {
      actions += 1;
      await work;
    };
    await page.goto(`${log.origin}/signup`);
    await step(page.getByLabel("E-mail").fill(mine("phone.pdf@example.test")));
    await step(page.getByLabel("Password", { exact: true }).fill("correct-horse-battery"));
    await step(page.getByRole("button", { name: "Join Pipelines" }).tap());
    await expect(page).toHaveURL(/\/edit$/);
    const reader = page.waitForResponse(/pdf-reader\.worker/);
    // The button, and the file in the device's own dialog.
    actions += 1;
    await step(choose(page, FILE_BUTTON, await linkedin()));
    await expect(page.getByRole("heading", { name: "Check what we found" })).toBeFocused();
    expect((await reader).headers()["content-security-policy"]).toMatch(/^default-src 'none';/);
    await expect(review(page).getByText("We read 3 jobs and 1 school in LinkedIn’s PDF.")).toBeVisible();
    for (const words of ["Senior Engineer", "Barista"]) await expect(tick(page, words)).toBeChecked();
    await step(page.getByRole("button", { name: "Add 3 to my line" }).tap());
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "wider than the screen").toBeLessThanOrEqual(0);
    await step(page.getByRole("button", { name: "Save", exact: true }).tap());
    await expect(page).toHaveURL(/\/$/);
    expect(actions).toBeLessThanOrEqual(9);
    expect((await titles(page)).toSorted()).toEqual([
      "Barista at Paperfield Bakery",
      "Engineer at Paperfield Robotics",
      "Senior Engineer at Paperfield Robotics",
    ]);
    expect(log.text()).not.toContain("canary");
    // pdf.js and its helpers ask for nothing: no fonts, no tables, no worker of its own.
    expect(log.text()).not.toMatch(/cmaps|standard_fonts|wasm|\.bcmap|blob:/);
    await log.stop();
  });
});

test("a text is pasted, and what is not certain is not ticked", async ({ watched: page }) => {
  await createPerson(page, "paste@example.test");
  await page.goto("/edit");
  await page.getByText("Paste text instead").click();
  await page.getByRole("button", { name: "Read the text" }).click();
  await expect(page.getByText("Paste the whole text: the jobs with their dates.")).toBeVisible();
  await page
    .getByLabel("Text of a profile or a CV")
    .fill(
      "Experience\nBarista\nPastefield Works Ltd\nJan 2019 - Present · 5 yrs\n\nPastefield\nOperations\n2015 – 2018\n",
    );
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.getByRole("button", { name: "Read the text" }).click();
  await expect(tick(page, "Barista")).toBeChecked();
  await expect(row(page, "Operations").getByText("Not sure", { exact: true })).toBeVisible();
  await expect(tick(page, "Operations")).not.toBeChecked();
  expect(requests.filter((text) => /pastefield|barista/i.test(text))).toEqual([]);
  // Only a PDF needs the large reader.
  expect(requests.filter((text) => text.includes("pdf-reader"))).toEqual([]);
  await page.getByRole("button", { name: "Add 1 to my line" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await titles(page)).toEqual(["Barista at Pastefield Works Ltd"]);
});

test("a DOCX is read as a draft", async ({ watched: page }) => {
  await createPerson(page, "docx@example.test");
  await page.goto("/edit");
  const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = [
    p("Nova Quill"),
    p("Work Experience"),
    p("Engineer | Wordfield GmbH | Jan 2019 – Mar 2021"),
    p("Skills"),
    p("Cranes"),
  ];
  await choose(page, "PDF, DOCX or JSON", given("cv.docx", docxOf(body.join(""))));
  await expect(tick(page, "Wordfield")).toBeChecked();
  await expect(review(page).getByText("We read 1 job and 0 schools in the text.")).toBeVisible();
  await page.getByRole("button", { name: "Add 1 to my line" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await titles(page)).toEqual(["Engineer at Wordfield GmbH"]);
});

test("what another app shares with the installed one is read in the editor, once, and is not sent", async ({
  watched: page,
}) => {
  await createPerson(page, "shared@example.test");
  await page.goto("/discover");
  const manifest: { share_target: { action: string; method: string; params: { files: { name: string }[] } } } =
    await page.evaluate(async () => (await fetch("/manifest.webmanifest")).json());
  const { action, method, params } = manifest.share_target;
  // Nothing is set up until the app is installed.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.evaluate(async () => {
    window.dispatchEvent(new Event("appinstalled"));
    while ((await navigator.serviceWorker.getRegistration("/shared-files"))?.active?.state !== "activated") {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.serviceWorker() === null && !request.isNavigationRequest())
      sent.push(request.url());
  });
  const bytes = [...(await linkedin()).buffer];
  await page.evaluate(
    ({ to, how, field, content }) => {
      const form = document.createElement("form");
      Object.assign(form, { action: to, method: how, enctype: "multipart/form-data" });
      const input = document.createElement("input");
      Object.assign(input, { type: "file", name: field });
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], "Profile.pdf", { type: "application/pdf" }));
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { to: action, how: method, field: params.files[0]?.name ?? "", content: bytes },
  );
  await expect(page).toHaveURL(/\/edit$/);
  await expect(tick(page, "Barista")).toBeChecked();
  expect(sent.filter((url) => url.includes("shared"))).toEqual([]);
  expect(await page.evaluate(async () => caches.keys())).toEqual([]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(review(page)).toHaveCount(0);
});
