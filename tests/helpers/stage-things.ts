import { randomBytes } from "node:crypto";
import { PASSWORD, type Stage } from "./stage.ts";

async function picturedOwner(stage: Stage): Promise<{ profileId: string; address: string }> {
  const { profileId, token } = await stage.owner();
  const form = new FormData();
  form.append("pfp", new Blob([stage.house.picture], { type: "image/png" }), "a.png");
  const answer = await fetch(`${stage.house.open.url}/api/pfp/${profileId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
  return { profileId, address: String(((await answer.json()) as { pfp: unknown }).pfp) };
}

/** What the rows of tests/http/authorisation.ts name in braces, and how each is made. */
export const THINGS: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  profile: async (stage) => (await stage.owner()).profileId,
  username: async (stage) => (await stage.owner()).username,
  email: async (stage) => (await stage.owner()).email,
  password: async () => PASSWORD,
  random: async () => randomBytes(6).toString("hex"),
  adminEmail: async (stage) => stage.house.admin.email,
  adminPassword: async (stage) => stage.house.admin.password,
  session: async (stage) => {
    const { accountId } = await stage.owner();
    await stage.session(accountId);
    const sessions = await stage.asOwner<{ _id: string; current: boolean }[]>("GET", "/api/user/sessions");
    return sessions.find(({ current }) => !current)?._id ?? "";
  },
  pictured: async (stage) => (await picturedOwner(stage)).profileId,
  picture: async (stage) => new URL((await picturedOwner(stage)).address, stage.house.open.url).pathname,
  suggestion: async (stage) => {
    await stage.asOwner("POST", "/api/suggestions", { type: "other", text: "Hello" });
    const inbox = await stage.asAdmin<{ suggestions: { _id: string }[] }>("GET", "/api/admin/suggestions");
    return inbox.suggestions[0]?._id ?? "";
  },
  adminSession: async (stage) => {
    await stage.adminToken();
    const { sessions } = await stage.asAdmin<{ sessions: { _id: string; current: boolean }[] }>(
      "GET",
      "/api/admin/sessions",
    );
    return sessions.find(({ current }) => current)?._id ?? "";
  },
  reason: async () => "spam",
  school: async (stage) => stage.house.schoolId,
  company: async (stage) => {
    await stage.owner();
    const { db } = stage.house.open;
    const row = await db
      .selectFrom("company")
      .select("public_id")
      .where("name", "=", "alpha")
      .executeTakeFirstOrThrow();
    return row.public_id;
  },
};
