import { createRoute, z } from "@hono/zod-openapi";
import { createApi, jsonCall, problems, signedInContext } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { exportSchema } from "./schema.ts";
import { archiveAccount, exportAccount } from "./write.server.ts";

const exportRoute = jsonCall("get", "/api/user/export", {
  tags: ["Account"],
  summary: "Everything held of the caller, as a file",
  description: "Wants a fresh proof: a sign-in or POST /api/user/confirm within ten minutes.",
  middleware: [needsToken] as const,
  answer: [exportSchema, "The file"],
  errors: ["no-session", "not-yours", "not-proven"],
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

export const exportApi = createApi()
  .openapi(exportRoute, async (c) => {
    const content = await exportAccount(signedInContext(c), "account.export");
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
  });
