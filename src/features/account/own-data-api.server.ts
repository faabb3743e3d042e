import { createRoute, z } from "@hono/zod-openapi";
import { createApi, json, messageSchema, problems, signedInContext } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { clearDeviceCookie, clearTokenCookie } from "#server/session-cookie.ts";
import { deleteOwnAccount } from "./delete-write.server.ts";
import { exportSchema } from "./export-schema.ts";
import { archiveAccount, exportAccount } from "./export-write.server.ts";
import { deletionSchema } from "./schema.ts";

const exportRoute = createRoute({
  method: "get",
  path: "/api/user/export",
  tags: ["Account"],
  summary: "Everything held of the caller, as a file",
  description: "Wants a fresh proof: a sign-in or POST /api/user/confirm within ten minutes.",
  middleware: [needsToken] as const,
  responses: { 200: json(exportSchema, "The file"), ...problems("no-session", "not-yours", "not-proven") },
});

const archiveRoute = createRoute({
  method: "get",
  path: "/api/user/archive",
  tags: ["Account"],
  summary: "Everything held of the caller, as a ZIP",
  description:
    "export.json as GET /api/user/export gives it, resume.json (JSON Resume), stops.csv, picture.webp where there is one, and README.txt. Wants a fresh proof as that does.",
  middleware: [needsToken] as const,
  responses: {
    200: {
      content: { "application/zip": { schema: z.string().openapi({ format: "binary" }) } },
      description: "The archive",
    },
    ...problems("no-session", "not-yours", "not-proven"),
  },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/api/profile/{id}",
  tags: ["Account"],
  summary: "Delete the own account with everything that belongs to it",
  description: "At once and for good. Wants a fresh proof, or the password in the body.",
  middleware: [needsToken] as const,
  request: {
    params: z.object({ id: z.string().openapi({ description: "The caller's own profile id" }) }),
    body: { content: { "application/json": { schema: deletionSchema } }, required: false },
  },
  responses: {
    200: json(messageSchema, "Deleted"),
    ...problems(
      "invalid-credentials",
      "no-session",
      "not-yours",
      "not-proven",
      "profile-not-found",
      "bad-request",
      "cross-site",
      "not-json",
      "body-too-large",
    ),
  },
});

export const ownDataApi = createApi()
  .openapi(exportRoute, async (c) => {
    const content = await exportAccount(signedInContext(c));
    c.header("cache-control", "private, no-store");
    c.header("content-disposition", 'attachment; filename="pipelines-export.json"');
    return c.json(content, 200);
  })
  .openapi(archiveRoute, async (c) => {
    const bytes = await archiveAccount(signedInContext(c), c.var.services.config.baseUrl);
    return c.body(bytes, 200, {
      "cache-control": "private, no-store",
      "content-disposition": 'attachment; filename="pipelines-archive.zip"',
      "content-type": "application/zip",
    });
  })
  .openapi(deleteRoute, async (c) => {
    const { password } = c.req.valid("json");
    await deleteOwnAccount(
      signedInContext(c),
      { profileId: c.req.valid("param").id, password },
      c.var.services.config.rateLimitFactor,
    );
    clearTokenCookie(c);
    clearDeviceCookie(c);
    return c.json({ message: "success" }, 200);
  });
