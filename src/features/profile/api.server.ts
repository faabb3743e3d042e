import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError, ERRORS } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  jsonCall,
  problems,
  problemSchema,
  share,
  signedInContext,
} from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { presentId } from "#server/former-ids.ts";
import { TITLE_RULES } from "#features/title/rules.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { toOwnProfile } from "./pure/projection.ts";
import { readOwnProfile, readProfilePage, readUsernames } from "./read.server.ts";
import { profilePatchSchema, profileSchema, type OwnProfile, type ProfilePatch } from "./schema.ts";
import { takeNamesOf, takeUsernameOf } from "./take-names-write.server.ts";
import { saveProfile } from "./write.server.ts";

const profileId = z.object({ id: z.string().openapi({ description: "The caller's own profile id" }) });
const writeProblems = problems(
  "not-yours",
  "profile-not-found",
  "fields-missing",
  "invalid-date",
  "duplicate-company",
  "profile-fields-missing",
  "invalid-username",
  "invalid-linkedin",
  "school-not-found",
  ...CHANGE_PROBLEMS,
);

const conflict = json(
  problemSchema.extend({ profile: profileSchema.optional() }),
  `${ERRORS["username-taken"].sentence} / ${ERRORS["stale-revision"].sentence} With the profile as it is now.`,
);

const getRoute = jsonCall("get", "/api/profile/get/{id}", {
  tags: ["Profiles"],
  summary: "One profile, by id or by a public person's username",
  request: { params: z.object({ id: z.string() }) },
  answer: [profileSchema, "The profile; complete only for its owner"],
  errors: ["profile-not-found"],
});

const listRoute = jsonCall("get", "/api/profile", {
  tags: ["Profiles"],
  summary: "Ids and usernames of public people",
  middleware: [needsToken] as const,
  request: { query: z.object({ username: z.string().max(64).optional(), cursor: z.string().max(64).optional() }) },
  answer: [
    z.array(z.object({ _id: z.string(), username: z.string() })),
    "At most 100, by username; the last one is the next cursor",
  ],
  errors: ["no-session", "not-yours"],
});

function patchRoute<Path extends string>(path: Path) {
  return createRoute({
    method: "patch",
    path,
    tags: ["Profiles"],
    summary: "Save any part of the own profile",
    description:
      'Absent fields stay as they are. `rev` from the last read, in the body or as `If-Match: "<rev>"`, makes a save on stale data answer 409. An account may name 300 companies a day that nobody else can see.',
    middleware: [needsToken] as const,
    request: { params: profileId, ...body(profilePatchSchema) },
    responses: { 200: json(profileSchema, "The saved profile, as its owner sees it"), ...writeProblems, 409: conflict },
  });
}

/** A revision that no profile has, so that a save with it is always refused as stale. */
const NO_REVISION = -1;

/** The revision that a save expects, from `If-Match` or from `rev` in the body. NO_REVISION if the two differ. */
function expectedRevision(ifMatch: string | undefined, rev: number | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return rev;
  const named = Number(/^"(\d{1,9})"$/.exec(ifMatch.trim())?.[1] ?? NO_REVISION);
  return rev === undefined || rev === named ? named : NO_REVISION;
}

/** The owner's answers name the revision, for `If-Match`. */
function markRevision(c: Context<AppEnv>, { rev }: Pick<OwnProfile, "rev">): void {
  c.header("etag", `"${String(rev)}"`);
}

/** Saves a profile. Allows ten usernames in ten minutes, so that nobody can use "taken" to find out who has an account. */
async function saveSent(c: Context<AppEnv>, sentId: string, sent: ProfilePatch): Promise<OwnProfile> {
  const ctx = signedInContext(c);
  const { rateLimitFactor } = c.var.services.config;
  const id = presentId(ctx.secret, ctx.viewer, sentId);
  // Clients that show the id where no username is chosen send that back.
  const patch = sent.username === sentId ? { ...sent, username: id } : sent;
  if (patch.username !== undefined) {
    await takeLimits(c, { limit: LIMITS.username, who: ctx.viewer.accountId });
  }
  try {
    const rev = expectedRevision(c.req.header("if-match"), patch.rev);
    const { row, roles } = await saveProfile(ctx, {
      profileId: id,
      patch: { ...patch, rev },
      titles: TITLE_RULES,
      takeNames: takeNamesOf(ctx, rateLimitFactor),
      takeUsername: takeUsernameOf(ctx, rateLimitFactor),
    });
    const saved = toOwnProfile(row, roles, ctx.today);
    markRevision(c, saved);
    return saved;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "stale-revision")) throw error;
    const profile = await readOwnProfile(ctx.db, ctx);
    throw new AppError("stale-revision", profile && { extra: { profile } });
  }
}

export const profileApi = createApi()
  .openapi(getRoute, async (c) => {
    const page = await readProfilePage(c.var.services.db, {
      idOrUsername: presentId(c.var.services.secret, c.var.viewer, c.req.valid("param").id),
      viewer: c.var.viewer,
      today: calendarDay(c.var.now),
    });
    if (!page) throw new AppError("profile-not-found");
    if (page.isOwner) markRevision(c, page.profile);
    else share(c, [`profile:${page.profile._id}`]);
    if (page.profile.visibility !== "public") c.header("x-robots-tag", "noindex");
    return c.json(page.profile, 200);
  })
  .openapi(listRoute, async (c) => {
    signedInContext(c);
    const { username, cursor } = c.req.valid("query");
    return c.json(await readUsernames(c.var.services.db, { username, after: cursor }), 200);
  })
  .openapi(patchRoute("/api/profile/{id}"), async (c) =>
    c.json(await saveSent(c, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(patchRoute("/api/profile/get/{id}"), async (c) =>
    c.json(await saveSent(c, c.req.valid("param").id, c.req.valid("json")), 200),
  );
