import { randomBytes } from "node:crypto";
import { Authenticator, type CreateOptions } from "./authenticator.ts";
import { PASSWORD, type Stage } from "./stage.ts";

async function picturedOwner(stage: Stage): Promise<{ profileId: string; address: string }> {
  const { profileId, token } = await stage.publicOwner();
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

/** A company that no other cell has to do with. */
async function createCompany(stage: Stage): Promise<string> {
  const form = { name: `firm ${randomBytes(6).toString("hex")}`, displayName: "Firm", logo: "", description: "" };
  return (await stage.asAdmin<{ _id: string }>("POST", "/api/company/create", form))._id;
}

/** The names in braces in the rows of tests/http/authorisation.ts, and the functions that make the values. */
export const THINGS: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  profile: async (stage) => (await stage.publicOwner()).profileId,
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
  report: async (stage) => {
    const { profileId } = await stage.publicOwner();
    await stage.asOwner("POST", "/api/reports", { subject: "pipeline", id: profileId, reason: "spam" });
    type Reports = { reports: { _id: string; person: { _id: string } | null }[] };
    const { reports } = await stage.asAdmin<Reports>("GET", "/api/admin/reports");
    return reports.find(({ person }) => person?._id === profileId)?._id ?? "";
  },
  adminSession: async (stage) => {
    const token = await stage.newAdminToken();
    type Sessions = { sessions: { _id: string; current: boolean }[] };
    const { sessions } = await stage.as<Sessions>(token, "GET", "/api/admin/sessions");
    return sessions.find(({ current }) => current)?._id ?? "";
  },
  reason: async () => "spam",
  school: async (stage) => stage.house.schoolId,
  company: async (stage) => {
    const { db } = stage.house.open;
    const row = await db
      .selectFrom("company")
      .select("public_id")
      .where("name", "=", "alpha")
      .executeTakeFirstOrThrow();
    return row.public_id;
  },
  freshCompany: createCompany,
  alias: async (stage) => {
    const alias = `alias ${randomBytes(6).toString("hex")}`;
    await stage.asAdmin("POST", await stage.fill("/api/admin/companies/{freshCompany}/aliases"), { alias });
    return alias;
  },
  merge: async (stage) => {
    const [from, into] = [await createCompany(stage), await createCompany(stage)];
    return (await stage.asAdmin<{ _id: string }>("POST", "/api/admin/companies/merge", { from, into }))._id;
  },
  logo: async (stage) => {
    const form = new FormData();
    form.append("logo", new Blob([stage.house.picture], { type: "image/png" }), "a.png");
    const answer = await fetch(`${stage.house.open.url}/api/company/logo/${await createCompany(stage)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${await stage.adminToken()}` },
      body: form,
    });
    if (!answer.ok) throw new Error(await answer.text());
    return new URL(String(((await answer.json()) as { logo: unknown }).logo), stage.house.open.url).pathname;
  },
  passkey: async (stage) => {
    const key = new Authenticator(stage.house.open.services.config.baseUrl);
    const response = key.create(await stage.asOwner<CreateOptions>("POST", "/api/user/passkeys/begin", {}));
    const keys = await stage.asOwner<{ _id: string }[]>("POST", "/api/user/passkeys", { name: "Key", response });
    return keys[0]?._id ?? "";
  },
  accessToken: async (stage) => {
    const input = { name: "Script", scope: "read", days: 7 };
    return (await stage.asOwner<{ _id: string }>("POST", "/api/user/access-tokens", input))._id;
  },
  code: async (stage) =>
    (await stage.asAdmin<{ code: string }>("POST", "/api/admin/codes", { label: "Friends", maxUses: 10 })).code,
  codeId: async (stage) =>
    (await stage.asAdmin<{ _id: string }>("POST", "/api/admin/codes", { label: "Friends", maxUses: 10 }))._id,
  broadcast: async (stage) => {
    const message = {
      subject: `Hello ${randomBytes(6).toString("hex")}`,
      body: "<p>Hello</p>",
      testEmail: "a@example.test",
    };
    return (await stage.asAdmin<{ jobId: string }>("POST", "/api/email/send?test=true", message)).jobId;
  },
  mail: async (stage) => {
    await stage.asOwner("POST", "/api/user/email", { email: `new-${randomBytes(6).toString("hex")}@example.test` });
    const { mails } = await stage.asAdmin<{ mails: { id: string }[] }>("GET", "/api/admin/outbox");
    return mails[0]?.id ?? "";
  },
};
