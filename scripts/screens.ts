/**
 * npm run screens
 * Takes the screenshots of docs/screens as WebP, from the built app with demo people, on its own port and data
 * directory.
 * npm run screens -- <folder>
 * Takes every screen of the path pages instead, at four widths in both themes, as PNG files in that folder.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { OwnApp } from "#tests/e2e/own-app.ts";
import { POSITION_HEADER } from "#tests/helpers/archives.ts";
import { chromiumFor } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { inRoot } from "./lib/paths.mjs";
import { pathPlaces, photographAll } from "./lib/photograph-all.ts";

const FOLDER = inRoot("docs", "screens");
const COMPANY = "google";
const MAX_BYTES = 120_000;
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 720 };

type Screen = {
  file: string;
  path: string;
  size: typeof WIDE;
  theme: "light" | "dark";
  ready?: (page: Page) => unknown;
};

async function call<Answer>(page: Page, method: string, url: string, data?: unknown): Promise<Answer> {
  const headers = { origin: new URL(url).origin };
  const answer = await page.request.fetch(url, { method, headers, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(`${method} ${url}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

type Person = { _id: string; anonymous: boolean; school: string; pipeline: { title: string }[] };

/** Waits until the path engine has read every pipeline after the start. Until then, /api/title is refused. */
async function waitForPaths(page: Page, url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if ((await page.request.get(`${url}/api/title`)).ok()) return;
    await page.waitForTimeout(500);
  }
  throw new Error("The path engine was not ready within a minute.");
}

/** Finds well-known companies, and a public person at one of them whose pipeline fits the screenshot. */
async function findPlaces(page: Page, url: string) {
  const idOf = async (name: string): Promise<string> =>
    (await call<{ _id: string }>(page, "GET", `${url}/api/company/getBy?name=${name}`))._id;
  const company = { _id: await idOf(COMPANY) };
  const people = await call<Person[]>(page, "GET", `${url}/api/company/employees/${company._id}`);
  const named = people.filter((one) => !one.anonymous && /^[0-9a-f]{24}$/.test(one.school));
  const fitting = named.filter(
    ({ pipeline }) => pipeline.length <= 6 && pipeline.some(({ title }) => /intern/i.test(title)),
  );
  const [person] = (fitting.length > 0 ? fitting : named).toSorted((a, b) => b.pipeline.length - a.pipeline.length);
  if (!person) throw new Error("There is nobody to look at.");
  const [second, third] = [await idOf("microsoft"), await idOf("amazon")];
  return { company: company._id, second, third, person: person._id, school: person.school };
}

async function signUp(page: Page, url: string): Promise<void> {
  await call(page, "GET", `${url}/api/token`);
  const account = { email: "wren.calloway@example.test", password: "correct-horse-battery" };
  const { profileId } = await call<{ profileId: string }>(page, "POST", `${url}/api/user/signup`, account);
  const [school] = await call<{ _id: string }[]>(page, "GET", `${url}/api/school/get/schools/waterloo`);
  const stop = (companyName: string, title: string, startDate: string, endDate: string, rating: number) => ({
    companyId: "",
    companyName,
    title,
    startDate,
    endDate,
    isIndefinite: endDate === "",
    rating,
  });
  await call(page, "PATCH", `${url}/api/profile/${profileId}`, {
    firstName: "Wren",
    lastName: "Calloway",
    school: school?._id ?? "",
    created: true,
    pipeline: [
      stop("shopify", "software engineer intern", "2019-05-01", "2019-08-01", 80),
      stop("stripe", "software engineer", "2020-07-01", "2023-02-01", 60),
      stop("figma", "senior software engineer", "2023-03-01", "", 100),
    ],
  });
}

async function openStop(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit Stripe" }).click();
  await page.getByRole("group", { name: /^Stop 2/ }).waitFor();
  // Remove the focus ring from the screenshot.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.getByRole("heading", { name: "Edit Your Profile" }).scrollIntoViewIfNeeded();
}

const POSITIONS = [
  POSITION_HEADER,
  "Figma,Senior Software Engineer,,,Mar 2023,",
  "Stripe,Software Engineer,,,Jul 2020,Sep 2022",
  "Google LLC,Software Engineering Intern,,,May 2018,Aug 2018",
  "Harbour Works,Teaching Assistant,,,2017,2018",
  ",Volunteer,,,2016,2017",
].join("\n");

async function review(page: Page): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose your LinkedIn file" }).click();
  await (await choosing).setFiles({ name: "Positions.csv", mimeType: "text/csv", buffer: Buffer.from(POSITIONS) });
  const heading = page.getByRole("heading", { name: "Check what we found" });
  await heading.waitFor();
  await heading.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await heading.blur();
}

async function measure(page: Page): Promise<void> {
  await page.getByRole("switch", { name: "I want to remain anonymous" }).press("Space");
  await page
    .getByText(/^(?:Red|Amber|Green): /)
    .first()
    .waitFor();
  const heading = page.getByRole("heading", { name: "You", exact: true });
  await heading.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

/** Compresses a screenshot as far as it stays readable, so that a clone stays small. */
async function keep(png: Buffer, file: string): Promise<number> {
  for (const quality of [82, 70, 55]) {
    const { size } = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toFile(join(FOLDER, file));
    if (size <= MAX_BYTES) return size;
  }
  throw new Error(`${file} is larger than ${MAX_BYTES / 1_000} kB whatever its quality.`);
}

await ensureBuilt(console.log);
mkdirSync(FOLDER, { recursive: true });
const app = new OwnApp({}, true);
await app.start();
const found = await chromiumFor();
const browser = await chromium.launch({
  executablePath: found.executablePath,
  args: found.args,
  env: { ...process.env, ...found.env },
});
try {
  const visitor = await browser.newPage();
  await waitForPaths(visitor, app.url);
  const at = await findPlaces(visitor, app.url);
  const { company, second, third, person } = at;
  const [, , folder] = process.argv;
  if (folder !== undefined) await photographAll(visitor, app.url, pathPlaces(at), folder);
  const search = `/search?company=${COMPANY}`;
  const route = `/search?stop=kind:intern&then=any&stop=company:${company}&then=any&stop=level:senior`;
  const writer = await browser.newPage();
  await signUp(writer, app.url);
  const screens: readonly (Screen & { by: Page })[] = [
    { file: "landing", path: "/", size: WIDE, theme: "light", by: visitor },
    { file: "search", path: search, size: WIDE, theme: "light", by: visitor },
    { file: "search-phone", path: search, size: PHONE, theme: "light", by: visitor },
    { file: "company", path: `/company/${company}`, size: WIDE, theme: "light", by: visitor },
    { file: "profile", path: `/user/${person}`, size: WIDE, theme: "light", by: visitor },
    { file: "profile-dark-phone", path: `/user/${person}`, size: PHONE, theme: "dark", by: visitor },
    { file: "discover-dark", path: "/discover", size: WIDE, theme: "dark", by: visitor },
    { file: "editor", path: "/edit", size: WIDE, theme: "light", by: writer, ready: openStop },
    { file: "import", path: "/edit", size: WIDE, theme: "light", by: writer, ready: review },
    { file: "anonymity", path: "/edit", size: WIDE, theme: "light", by: writer, ready: measure },
    { file: "route", path: route, size: WIDE, theme: "light", by: visitor },
    { file: "paths", path: `/paths?to=company:${company}`, size: WIDE, theme: "light", by: visitor },
    {
      file: "compare-dark",
      path: `/compare?c=${company}&c=${second}&c=${third}`,
      size: WIDE,
      theme: "dark",
      by: visitor,
    },
    { file: "title", path: "/title/senior-software", size: WIDE, theme: "light", by: visitor },
    { file: "like-me", path: `/like-me?line=${person}`, size: WIDE, theme: "light", by: visitor },
    { file: "share", path: "/share?level=no-name", size: WIDE, theme: "light", by: writer },
  ];
  for (const { file, path, size, theme, by, ready } of folder === undefined ? screens : []) {
    await by.setViewportSize(size);
    // With reduced motion, pipelines are drawn at once and not step by step.
    await by.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await by.goto(`${app.url}${path}`, { waitUntil: "networkidle" });
    await ready?.(by);
    await by.evaluate(() => document.fonts.ready);
    const bytes = await keep(await by.screenshot({ animations: "disabled" }), `${file}.webp`);
    console.log(`${file.padEnd(20)} ${Math.round(bytes / 1_000)} kB`);
  }
} finally {
  await browser.close();
  await app.remove();
}
