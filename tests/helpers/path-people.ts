import { expect } from "vitest";
import { ApiUser, stop, type TestApp } from "./app.ts";

/** A job at this company, and what else the stop has. */
export const job = (name: string, rest: Record<string, unknown> = {}) => ({
  ...stop(name, "Software Engineer", "2018-01-01", "2019-01-01"),
  ...rest,
});

type Site = Pick<TestApp, "url">;

/** Somebody with a public profile, unless the patch says otherwise. */
export async function person(app: Site, patch: Record<string, unknown>): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ visibility: "public", ...patch });
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

/** As many people as an answer needs, each with a job at this company. */
export const five = (app: Site, name: string): Promise<ApiUser[]> =>
  Promise.all(Array.from({ length: 5 }, () => person(app, { pipeline: [job(name)] })));

/** The route of everybody with a full-time job at this company. */
export const pathOf = (name: string): string =>
  `/api/paths/search?stop=company:${encodeURIComponent(name)},kind:full-time`;

type Seen = { status: number; people?: number | null; lines?: string[] };

/** How many people that route has, and who is listed. */
export async function seen(app: Site, name: string): Promise<Seen> {
  const { body, status } = await new ApiUser(app).call<{
    people: number | null;
    lines: { profile: { _id: string } }[];
  }>("GET", pathOf(name));
  if (status !== 200) return { status };
  return { status, people: body.people, lines: body.lines.map((line) => line.profile._id).toSorted() };
}

/** What is seen when these people are listed. */
export const shown = (users: readonly ApiUser[], people: number | null): Seen => ({
  status: 200,
  people,
  lines: users.map((user) => user.profileId).toSorted(),
});

/**
 * Lets one person go through everything that shows or hides somebody, and looks at the answers after each step.
 * @param at.admin an administrator of the same site
 * @param at.pass lets a second pass
 * @param at.expectEverywhere expects these people and this number for the company in each process
 */
export async function expectEachChange(
  app: TestApp,
  at: {
    admin: ApiUser;
    pass: () => void;
    expectEverywhere: (name: string, users: readonly ApiUser[], people: number | null) => Promise<void>;
  },
): Promise<void> {
  const name = "Fresh Works";
  const expectListed = (users: readonly ApiUser[], people: number | null) => at.expectEverywhere(name, users, people);
  const members = await five(app, name);
  await expectListed(members, 5);
  const sixth = await person(app, { pipeline: [job(name)] });
  const all = [...members, sixth];
  await expectListed(all, 6);
  await sixth.save({ visibility: "private" });
  await expectListed(members, 5);
  await sixth.save({ visibility: "anonymous" });
  await expectListed(all, 6);
  await sixth.save({ pipeline: [job(name, { undisclosed: true })] });
  await expectListed(members, 5);
  await sixth.save({ pipeline: [job(name, { undisclosed: false })] });
  await expectListed(all, 6);
  await at.admin.call("POST", `/api/admin/people/${sixth.profileId}/suspend`, { reason: "spam" });
  await expectListed(members, 5);
  await at.admin.call("POST", `/api/admin/people/${sixth.profileId}/unsuspend`, {});
  await expectListed(all, 6);
  // The suspension ended the sessions that began before it; they do not come back.
  at.pass();
  await sixth.logIn();
  const gone = await sixth.call("DELETE", `/api/profile/${sixth.profileId}`, { password: "correct-horse-battery" });
  expect(gone.status).toBe(200);
  await expectListed(members, 5);
  // Of four people, only the public ones are listed, and the number is not shown.
  const [first, second, ...others] = members;
  await first?.save({ visibility: "private" });
  await second?.save({ visibility: "anonymous" });
  await expectListed(others, null);
}
