import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError, ERRORS } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import { readRandomProfiles } from "#features/discover/read.server.ts";
import { MAX_DRAW, newDraw } from "#features/discover/rules.ts";
import { afterAnswer } from "#server/after.ts";
import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  problems,
  problemSchema,
  share,
  signedInContext,
} from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import { needsToken } from "#server/request-guard.ts";
import { readProfilePage, readUsernames } from "./read.server.ts";
import { profilePatchSchema, profileSchema, type OwnProfile, type ProfilePatch } from "./schema.ts";
import { importNamedPicture, isSignInPatch, saveSignIn } from "./sign-in-write.server.ts";
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

const getRoute = createRoute({
  method: "get",
  path: "/api/profile/get/{id}",
  tags: ["Profiles"],
  summary: "One profile, by id or by a public person's username",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(profileSchema, "The profile; unmasked only for its owner"), ...problems("profile-not-found") },
});

const listRoute = createRoute({
  method: "get",
  path: "/api/profile/",
  tags: ["Profiles"],
  summary: "Ids and usernames of public people",
  middleware: [needsToken] as const,
  request: { query: z.object({ username: z.string().max(64).optional(), cursor: z.string().max(64).optional() }) },
  responses: {
    200: json(
      z.array(z.object({ _id: z.string(), username: z.string() })),
      "At most 100, by username; the last one is the next cursor",
    ),
    ...problems("no-session", "not-yours", "bad-request"),
  },
});

const randomRoute = createRoute({
  method: "get",
  path: "/api/profile/random",
  tags: ["Profiles"],
  summary: "Random people, each once",
  description: "Without amount: up to 240, twenty pages of twelve.",
  request: { query: z.object({ amount: z.union([z.string(), z.array(z.string())]).optional() }) },
  responses: { 200: json(z.array(profileSchema), "Public projections"), ...problems("invalid-amount") },
});

function patchRoute<Path extends string>(path: Path) {
  return createRoute({
    method: "patch",
    path,
    tags: ["Profiles"],
    summary: "Save any part of the own profile",
    description: "Absent fields stay as they are. `rev` from the last read makes a save on stale data answer 409.",
    middleware: [needsToken] as const,
    request: { params: profileId, ...body(profilePatchSchema) },
    responses: { 200: json(profileSchema, "The saved profile, as its owner sees it"), ...writeProblems, 409: conflict },
  });
}

/** `amount` as a whole number of 1..24, or undefined when absent. */
function readAmount(amount: string | string[] | undefined): number | undefined {
  if (amount === undefined) return undefined;
  if (typeof amount !== "string" || !/^\d{1,3}$/.test(amount) || Number(amount) < 1 || Number(amount) > 24) {
    throw new AppError("invalid-amount");
  }
  return Number(amount);
}

/** Names are tried at most ten times in ten minutes, so that "taken" is no way to ask who is here. */
async function save(c: Context<AppEnv>, id: string, patch: ProfilePatch): Promise<OwnProfile> {
  const ctx = signedInContext(c);
  if (patch.username !== undefined) {
    const { db, secret, config } = c.var.services;
    await takeShared(db, secret, config.rateLimitFactor, ctx.now, [
      { limit: LIMITS.username, who: ctx.viewer.accountId },
    ]);
  }
  return saveProfile(ctx, { profileId: id, patch });
}

export const profileApi = createApi()
  .openapi(randomRoute, async (c) => {
    const { db, random, secret } = c.var.services;
    const amount = readAmount(c.req.queries("amount")?.length === 1 ? c.req.query("amount") : c.req.queries("amount"));
    c.header("cache-control", "no-store");
    const today = calendarDay(c.var.now);
    return c.json(
      await readRandomProfiles(db, { secret, draw: newDraw(random), amount: amount ?? MAX_DRAW, today }),
      200,
    );
  })
  .openapi(getRoute, async (c) => {
    const page = await readProfilePage(c.var.services.db, {
      idOrUsername: c.req.valid("param").id,
      viewer: c.var.viewer,
      today: calendarDay(c.var.now),
    });
    if (!page) throw new AppError("profile-not-found");
    if (page.isOwner) c.header("cache-control", "private, no-store");
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
    c.json(await save(c, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(patchRoute("/api/profile/get/{id}"), async (c) => {
    const { id } = c.req.valid("param");
    const patch = c.req.valid("json");
    if (!isSignInPatch(patch)) return c.json(await save(c, id, patch), 200);
    const ctx = signedInContext(c);
    const saved = await saveSignIn(ctx, id, patch);
    afterAnswer(c.var.services.log, "picture import", () => importNamedPicture(ctx, patch.pfp));
    return c.json(saved, 200);
  });
