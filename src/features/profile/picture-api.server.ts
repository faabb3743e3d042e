import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import { createApi, jsonCall, messageSchema, problems, share, signedInContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { presentId } from "#server/former-ids.ts";
import { readUpload } from "#server/multipart.ts";
import { encodePicture } from "#server/picture.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { readPicture, readPictureOf } from "#features/picture/read.server.ts";
import { pictureIdOf } from "#features/picture/rules.ts";
import { pictureSchema } from "#features/picture/schema.ts";
import { deletePicture, savePicture } from "./picture-write.server.ts";
import { refuseForeign } from "./change-write.server.ts";

const ownId = z.object({ id: z.string().openapi({ description: "The caller's own profile id" }) });

export type PictureRoute = typeof uploadRoute;
const uploadRoute = jsonCall("patch", "/api/pfp/{id}", {
  tags: ["Pictures"],
  summary: "Set or replace the own picture",
  description:
    "One file of at most 5 MB: JPEG, PNG or WebP with one frame and at most 24 megapixels. It is cut to a square of 512 pixels; nothing of it is kept but what can be seen. Each picture has an address of its own; the one before leads nowhere at once. Only public people's pictures are shown to others.",
  request: {
    params: ownId,
    body: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: z.object({ pfp: z.string().openapi({ format: "binary", description: "The file" }) }),
        },
      },
    },
  },
  answer: [pictureSchema, "The new address"],
  errors: [
    "bad-picture",
    "no-session",
    "not-yours",
    "cross-site",
    "profile-not-found",
    "body-too-large",
    "not-multipart",
  ],
});

const removeRoute = jsonCall("delete", "/api/pfp/{id}", {
  tags: ["Pictures"],
  summary: "Remove the own picture",
  middleware: [needsToken] as const,
  request: { params: ownId },
  answer: [messageSchema, "Removed, or there was none"],
  errors: ["no-session", "not-yours", "cross-site", "profile-not-found", "not-json", "body-too-large"],
});

const getRoute = jsonCall("get", "/api/pfp/{id}", {
  tags: ["Pictures"],
  summary: "Where a person's picture is, by id or username",
  description: "Anonymous and private people's pictures, and those of nobody, answer the same 404.",
  request: { params: z.object({ id: z.string() }) },
  answer: [pictureSchema, "Its address"],
  errors: ["picture-not-found"],
});

const fileRoute = createRoute({
  method: "get",
  path: "/pictures/{file}",
  tags: ["Pictures"],
  summary: "A picture",
  description: "512 x 512 pixels. What an address shows never changes; a replaced picture has another one.",
  request: { params: z.object({ file: z.string().openapi({ example: "5f2b9c0d1e3a4b5c6d7e8f90.webp" }) }) },
  responses: {
    200: {
      description: "The picture",
      content: { "image/webp": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...problems("picture-not-found"),
  },
});

async function upload(c: Context<AppEnv>, sentId: string): Promise<Response> {
  const ctx = signedInContext(c);
  const id = presentId(ctx.secret, ctx.viewer, sentId);
  // Check the owner first, so that a stranger's upload of five megabytes is not read.
  await refuseForeign(ctx.db, ctx.viewer, id);
  await takeLimits(c, { limit: LIMITS.picture, who: ctx.viewer.accountId });
  const webp = await encodePicture(await readUpload(c));
  return c.json({ pfp: await savePicture(ctx, { profileId: id, webp }) }, 200);
}

const api = createApi()
  .openapi(getRoute, async (c) => {
    const found = await readPictureOf(c.var.services.db, {
      idOrUsername: presentId(c.var.services.secret, c.var.viewer, c.req.valid("param").id),
      viewer: c.var.viewer,
    });
    if (!found) throw new AppError("picture-not-found");
    if (found.isOwner) c.header("cache-control", "private, no-store");
    else share(c, [`profile:${found.profileId}`]);
    return c.json({ pfp: found.pfp }, 200);
  })
  .openapi(removeRoute, async (c) => {
    const ctx = signedInContext(c);
    const id = presentId(ctx.secret, ctx.viewer, c.req.valid("param").id);
    await refuseForeign(ctx.db, ctx.viewer, id);
    await deletePicture(ctx, { profileId: id });
    return c.json({ message: "success" }, 200);
  })
  .openapi(fileRoute, async (c) => {
    const { services, viewer } = c.var;
    const publicId = pictureIdOf(c.req.valid("param").file);
    const picture = publicId === undefined ? undefined : await readPicture(services, { publicId, viewer });
    if (!picture) throw new AppError("picture-not-found");
    // Not in shared caches: the address must stop working as soon as the owner is no longer public.
    c.header("cache-control", picture.isPublic ? "private, max-age=3600, immutable" : "private, no-store");
    c.header("content-type", "image/webp");
    c.header("content-disposition", 'inline; filename="picture.webp"');
    c.header("content-length", String(picture.bytes.length));
    return c.body(new Uint8Array(picture.bytes), 200);
  });

// All other addresses below this path are errors of the API, not pages.
api.get("/pictures/*", () => {
  throw new AppError("picture-not-found");
});

// The handler reads the form after it has checked the owner. The route's own parser would read it before.
api.openAPIRegistry.registerPath(uploadRoute);
api.patch("/api/pfp/:id", needsToken, (c) => upload(c, c.req.param("id")));

export const pictureApi = api;
