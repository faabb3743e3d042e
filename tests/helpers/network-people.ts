import { startTestApp, type TestApp } from "./app.ts";
import type { Browser } from "./browser.ts";
import { TestNetwork, type PersonClaims } from "./oidc.ts";
import { jsonOf, type RawAnswer } from "./raw.ts";

/** A network, and an app that people sign in to through it. */
export type NetworkApp = { network: TestNetwork; app: TestApp; stop: () => Promise<void> };

export async function startNetworkApp(now: () => Date): Promise<NetworkApp> {
  const network = await new TestNetwork().start();
  const app = await startTestApp({ env: network.env, now });
  const stop = async (): Promise<void> => {
    await app.stop();
    await network.stop();
  };
  return { network, app, stop };
}

let people = 0;

/** Somebody new at the network, who sits at the browser from now on. */
export function newPerson(network: TestNetwork, claims: PersonClaims = {}): { subject: string; email: string } {
  people += 1;
  const subject = `subject-${people}`;
  const email = claims.email ?? `person-${people}@network.test`;
  network.people.set(subject, {
    email,
    email_verified: true,
    given_name: "Maya",
    family_name: "Testperson",
    ...claims,
  });
  network.who = subject;
  return { subject, email };
}

/** Begins a sign-in; gives the address at the network. */
export async function beginSignIn(browser: Browser, next?: string): Promise<URL> {
  await browser.send("GET", "/api/token");
  const query = next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
  const begun = await browser.send("GET", `/api/user/linkedin/start${query}`);
  if (begun.status !== 200) throw new Error(`The sign-in could not be begun: ${begun.text}`);
  return new URL(String(jsonOf(begun)["url"]));
}

/** Does what the return page does. */
export async function comeBack(browser: Browser, back: URL): Promise<RawAnswer> {
  const answer = await browser.send("POST", "/api/user/network/return", Object.fromEntries(back.searchParams));
  if (answer.status === 200) Object.assign(browser, { profileId: String(jsonOf(answer)["profileId"]) });
  return answer;
}

/** The whole way as a person goes it. */
export async function signInThrough(network: TestNetwork, browser: Browser, next?: string): Promise<RawAnswer> {
  return comeBack(browser, await network.visit((await beginSignIn(browser, next)).href));
}

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.send("GET", "/api/user/me")).status === 200;
}

export const codeOf = (answer: RawAnswer): unknown[] => [answer.status, jsonOf(answer)["code"]];

export async function accountOf(app: TestApp, email: string) {
  return app.db.selectFrom("account").selectAll().where("email_key", "=", email.toLowerCase()).executeTakeFirst();
}
