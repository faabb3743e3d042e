import { countFollowed } from "#app/jobs.server.ts";
import { emailSchema } from "#features/mail/schema.ts";
import { writeSomeWeeklyEmails } from "#features/follow/weekly-emails-write.server.ts";
import { weekOf } from "#features/follow/rules.ts";
import { ApiUser, type TestApp } from "./app.ts";
import { linkTo } from "./emails.ts";

const WEEK = 7 * 86_400_000;

/** The weeks of one application: each counts, and writes its letters. */
export class Weeks {
  readonly #app: TestApp;
  readonly #clock: { now: number };

  /** @param clock the application's own, which then goes on with the weeks */
  constructor(app: TestApp, clock: { now: number } = { now: app.services.clock().getTime() }) {
    this.#app = app;
    this.#clock = clock;
  }

  /** @returns the first day of the week that was counted */
  async next(): Promise<string> {
    this.#clock.now += WEEK;
    return this.again();
  }

  /** The job of this week once more. */
  async again(): Promise<string> {
    const { services } = this.#app;
    const now = new Date(this.#clock.now);
    await countFollowed({ db: services.db, cache: services.cache, clock: () => now });
    const { db, secret, config } = services;
    const day = weekOf(now);
    while (!(await writeSomeWeeklyEmails({ db, secret, now, baseUrl: config.baseUrl }, day)));
    return day;
  }

  /** Weekly e-mails to an address so far, the oldest first. */
  async emailsTo(recipient: string): Promise<{ public_id: string; subject: string; text: string }[]> {
    const rows = await this.#app.db
      .selectFrom("mail")
      .select(["public_id", "letter"])
      .where("recipient", "=", recipient)
      .where("kind", "=", "weekly-letter")
      .orderBy("created_at")
      .execute();
    return rows.map(({ public_id, letter }) => {
      const { subject, paragraphs, items } = emailSchema.parse(letter);
      const lines = (items ?? []).map(({ text, href }) => `${text} ${new URL(href).pathname}`);
      return { public_id, subject, text: [...paragraphs, ...lines].join("\n") };
    });
  }
}

/** An account with a confirmed e-mail that gets the weekly e-mail. */
export async function newReader(app: TestApp): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await confirmEmail(app, user);
  const answer = await user.call("PATCH", "/api/user/weekly-letter", { wanted: true });
  if (answer.status !== 200) throw new Error(answer.text);
  return user;
}

export async function confirmEmail(app: TestApp, user: ApiUser): Promise<void> {
  const token = await linkTo(app, user.email, "verify-email");
  const answer = await user.call("POST", "/api/user/verify-email", { token });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Follows something, or ends that. @returns what the account follows then */
export async function follow(user: ApiUser, kind: string, id: string, following?: "yes" | "no") {
  const answer = await user.call<{ kind: string; id: string; name: string; path: string; feed: string }[]>(
    "POST",
    "/api/user/follows",
    { kind, id, ...(following && { following }) },
  );
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Public id of a company that everybody may know of. */
export async function companyId(app: TestApp, name: string): Promise<string> {
  const { body } = await new ApiUser(app).call<{ _id: string }>("GET", `/api/company/get/${encodeURIComponent(name)}`);
  return body._id;
}

/** A week of somebody who follows all that there is around hidden people. @returns the letters that came */
export async function emailsOfEverything(people: {
  app: TestApp;
  companies: readonly string[];
  schoolId: string;
}): Promise<{ text: string }[]> {
  const { app, companies, schoolId } = people;
  const reader = await newReader(app);
  // Follows of companies that others may not know are refused.
  for (const id of companies) await reader.call("POST", "/api/user/follows", { kind: "company", id });
  await follow(reader, "school", schoolId);
  for (const route of ["stop=any", "stop=kind:full-time", `stop=school:${schoolId}`])
    await follow(reader, "route", route);
  const weeks = new Weeks(app);
  await weeks.next();
  return weeks.emailsTo(reader.email);
}

/** Feeds of these words, as if each were an id, and of everybody. */
export function feedAddresses(words: readonly string[]): string[] {
  const named = words.flatMap((word) => [
    `/feeds/company/${word}.atom`,
    `/feeds/school/${word}.atom`,
    `/feeds/route.atom?stop=company:${word}`,
  ]);
  return [...named, "/feeds/title/mid-general.atom", "/feeds/route.atom?stop=any"];
}
