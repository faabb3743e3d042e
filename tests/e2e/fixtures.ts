import { type BrowserContext, type FileChooser, test as plain, type Locator, type Page } from "@playwright/test";

/**
 * Runs in the page. Reports a form with a password but without a user name (which may be hidden) on the console,
 * because password managers could not tell whose password it is. Chromium reports this itself, but not in the packaged
 * build.
 */
function reportNamelessPasswords(): void {
  const reported = new WeakSet<HTMLFormElement>();
  const look = (): void => {
    for (const { form } of document.querySelectorAll<HTMLInputElement>("input[type=password]")) {
      if (!form || reported.has(form) || form.querySelector("input[autocomplete=username]")) continue;
      reported.add(form);
      console.warn(`A form has a password and no user's name: ${form.outerHTML.slice(0, 200)}`);
    }
  };
  look();
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** A page of this app whose script has not run yet. Its links load a whole page, and its buttons do nothing. */
const UNREADY = 'html:has(link[rel="manifest"]):not([data-script])';

/** After this call every click, every filled field and every opened page waits for the page's script. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.addLocatorHandler(page.locator(UNREADY), () => Promise.resolve());
  const isReady = (): Promise<unknown> => page.locator(UNREADY).waitFor({ state: "detached" });
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (address, options) => {
    const answer = await goto(address, options);
    // "commit": the test looks at the page while it comes.
    if (options?.waitUntil !== "commit") await isReady();
    return answer;
  };
  page.reload = async (...options) => {
    const answer = await reload(...options);
    await isReady();
    return answer;
  };
}

/**
 * Every browser test also watches the page: it fails after a console message, a page error, a failed request, or a
 * request to another host.
 */
export const test = plain.extend<{ watched: Page; allowed: RegExp[]; waits: boolean }>({
  /** False for tests of what happens before a page has its script. */
  waits: [true, { option: true }],
  /** Console messages a test provokes on purpose (the browser's own line about a 404 it was sent to). */
  allowed: [[], { option: true }],
  watched: async ({ page, baseURL, allowed, javaScriptEnabled, waits }, use) => {
    if (javaScriptEnabled && waits) await waitForScripts(page);
    const troubles: string[] = [];
    const aborted = new Set<string>();
    const note = (text: string) => {
      if (!allowed.some((pattern) => pattern.test(text))) troubles.push(text);
    };
    page.on("console", (message) => note(`console ${message.type()}: ${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => note(`page error: ${error.message}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      const isOwn =
        url.protocol === "data:" || url.protocol === "blob:" || url.hostname === "127.0.0.1" || url.origin === baseURL;
      if (!isOwn) note(`request to ${url.origin}`);
    });
    page.on("requestfailed", (request) => {
      // A page that is left takes its open look-ups with it.
      if (request.failure()?.errorText === "net::ERR_ABORTED") aborted.add(request.url());
      else note(`failed: ${request.url()} ${request.failure()?.errorText}`);
    });
    // Not as an init script: in a mail's frame nothing may run, and the browser complains. A page that is left has no say.
    page.on("domcontentloaded", () => void page.evaluate(reportNamelessPasswords).catch(() => undefined));
    await use(page);
    // A page that was left also stops loading its parts, and the browser reports this on the console.
    const isLeftBehind = (text: string) => {
      // A machine too busy to paint within seconds; that fonts are used, and in time, is asserted in pages.test.ts.
      if (/woff2 was preloaded using link preload but not used within a few seconds/.test(text)) return true;
      const part = /Failed to fetch dynamically imported module: (\S+)/.exec(text)?.[1];
      return part !== undefined && aborted.has(part);
    };
    const loud = troubles.filter((text) => !isLeftBehind(text));
    if (loud.length > 0) throw new Error(`The page was not quiet:\n${loud.join("\n")}`);
  },
});

export { expect } from "@playwright/test";

export type Places = { company: string; companyName: string; school: string; profile: string; anonymous: string };

/** Found once in each worker: it takes some twenty calls. */
let places: Places | undefined;

/** Addresses that exist in the demo world. */
export async function findPlaces(page: Page): Promise<Places> {
  places ??= await searchPlaces(page);
  return places;
}

async function searchPlaces(page: Page): Promise<Places> {
  const get = async <Body>(path: string): Promise<Body> => (await page.request.get(path)).json();
  const [first] = await get<{ _id: string; displayName: string }[]>("/api/company/get/companies");
  const people = await get<{ _id: string; anonymous: boolean; school: string }[]>(
    `/api/company/employees/${first?._id ?? ""}`,
  );
  const open = people.filter((one) => !one.anonymous && /^[0-9a-f]{24}$/.test(one.school));
  // The school with the most people, so that it has every figure. How many of them are on this page says little: most
  // schools are there once, and some of those have fewer than five people.
  const sizes = new Map<string, number>();
  for (const { school } of open) {
    if (!sizes.has(school)) sizes.set(school, (await get<{ people: number }>(`/api/school/get/${school}`)).people);
  }
  const sizeOf = ({ school }: { school: string }): number => sizes.get(school) ?? 0;
  const named = open.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  const hidden = people.find((one) => one.anonymous);
  if (!first || !named || !hidden) throw new Error("The demo world lacks somebody the tests need.");
  return {
    company: `/company/${first._id}`,
    companyName: first.displayName,
    school: `/school/${named.school}`,
    profile: `/user/${named._id}`,
    anonymous: `/user/${hidden._id}`,
  };
}

/**
 * During a change of the theme, colours are between the two themes. So this ends every transition. It does not wait for
 * them, because a page that draws no frames would never end them.
 */
export async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else animation.finish();
    }
  });
}

/** An e-mail or a name for this try only, so that data of an earlier try does not conflict. */
export function mine(text: string): string {
  const { retry, repeatEachIndex } = test.info();
  const own = retry + repeatEachIndex === 0 || text.includes(".try") ? "" : `.try${retry}.${repeatEachIndex}`;
  return text.replace(/@|$/, (end) => `${own}${end}`);
}

/** Signs up by the page's own form, with an e-mail of this try's own. */
export async function signUp(
  page: Page,
  email: string,
  password = "correct-horse-battery",
  origin = "",
): Promise<void> {
  await page.goto(`${origin}/signup`);
  await page.getByLabel("E-mail").fill(mine(email));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Join Pipelines" }).click();
  await page.getByRole("link", { name: "Create Profile" }).first().waitFor();
}

type ChosenFile = Parameters<FileChooser["setFiles"]>[0];

/** Presses the button that asks for a file, and chooses a file. */
export async function chooseFile(page: Page, press: () => Promise<void>, file: ChosenFile): Promise<void> {
  await (await fileChooserOf(page, press)).setFiles(file);
}

export async function fileChooserOf(page: Page, press: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent("filechooser");
  // Keys reach the page by another way than the wish to be asked for the file, and can be faster. An answer of the page
  // shows that the wish is there.
  await page.evaluate(() => undefined);
  await press();
  return chooser;
}

/** Presses Tab until something has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, back = false): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab never reaches ${target}`);
}

type StopInput = {
  company: string;
  /** The suggestion to take; without it the text stays as typed. */
  option?: RegExp;
  title: string;
  start: string;
  end?: string;
  rating?: string;
};

/** Fills the form of the n-th stop (from 1), as a person would by keyboard. */
export async function fillStop(page: Page, number: number, stop: StopInput): Promise<void> {
  const form = page.getByRole("group", { name: new RegExp(`^Stop ${number}(,|$)`) });
  await form.getByRole("combobox", { name: "Company" }).fill(stop.company);
  if (stop.option) await page.getByRole("option", { name: stop.option }).first().click();
  else await page.keyboard.press("Tab");
  await form.getByRole("combobox", { name: "Title" }).fill(stop.title);
  await page.keyboard.press("Tab");
  await form.getByRole("textbox", { name: "Start date" }).fill(stop.start);
  await page.keyboard.press("Tab");
  if (stop.end === undefined) await form.getByText("Current", { exact: true }).click();
  else await form.getByRole("textbox", { name: "End date" }).fill(stop.end);
  if (stop.rating !== undefined)
    await form.getByRole("radio", { name: stop.rating, exact: true }).click({ force: true });
}

export type Person = { email: string; password: string; profileId: string };

/** Of a kept connection the browser's client does not notice that the server closed it. */
const UNKEPT = "close";

const origins = new WeakMap<BrowserContext, string>();

/** Where a path without a host leads. Only an answer tells it, so each context asks once. */
async function originOf(page: Page): Promise<string> {
  const context = page.context();
  const known = origins.get(context);
  if (known !== undefined) return known;
  const { origin } = new URL((await page.request.get("/healthz", { headers: { connection: UNKEPT } })).url());
  origins.set(context, origin);
  return origin;
}

/**
 * One call of our own API with the cookies of the page, which need not show anything yet. The JSON of the answer, which
 * must be a success.
 */
export async function callApi<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  // A change by a cookie has to come from our own page.
  const origin = await originOf(page);
  const answer = await page.request.fetch(path, {
    method,
    headers: { origin, connection: UNKEPT, "content-type": "application/json" },
    ...(body === undefined ? {} : { data: JSON.stringify(body) }),
  });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/**
 * Creates a signed-in account by calls, with an e-mail of this try's own, and loads no page. For tests that are not about
 * signing up: the page of that and the editor behind it cost a second of the processor.
 */
export async function createAccount(page: Page, email: string): Promise<Person> {
  const [own, password] = [mine(email), "correct-horse-battery"];
  await callApi(page, "GET", "/api/token");
  const account = { email: own, password };
  const { profileId } = await callApi<{ profileId: string }>(page, "POST", "/api/user/signup", account);
  return { ...account, profileId };
}

/** Creates a signed-in person with a saved profile by calls, and loads no page. */
export async function createPerson(page: Page, email: string, profile: Record<string, unknown> = {}): Promise<Person> {
  const person = await createAccount(page, email);
  await callApi(page, "PATCH", `/api/profile/${person.profileId}`, {
    firstName: "Nova",
    lastName: "Testperson",
    created: true,
    ...profile,
  });
  return person;
}

/** The same, with the person's own page open. */
export async function openOwnPage(page: Page, email: string, profile: Record<string, unknown> = {}): Promise<Person> {
  const person = await createPerson(page, email, profile);
  await page.goto(`/user/${person.profileId}`);
  return person;
}
