import { createRoute } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "#core/errors.ts";
import { isCleanText } from "#core/text.ts";
import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  jsonCall,
  messageSchema,
  problems,
  writeContext,
} from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { isSameOrigin, needsToken, readBounded } from "#server/request-guard.ts";
import { deleteSuggestion, markSuggestion } from "./inbox-write.server.ts";
import { readInbox } from "./read.server.ts";
import { MAX_SUGGESTION } from "./rules.ts";
import {
  inboxQuerySchema,
  inboxSchema,
  storedSuggestionSchema,
  suggestionIdSchema,
  suggestionPatchSchema,
  suggestionSchema,
  type SuggestionInput,
} from "./schema.ts";
import { saveSuggestion } from "./write.server.ts";

const PATH = "/api/suggestions";

const common = { tags: ["Administration"], middleware: [needsToken] };

const suggestRoute = createRoute({
  method: "post",
  path: PATH,
  tags: ["Suggestions"],
  summary: "Suggest something to whoever runs the site",
  description: `\`text\` has 1 to ${MAX_SUGGESTION} characters. It is stored without its sender, with any token. Leave \`website\` out: it is there to catch programs that fill in every field. The same fields are taken as application/x-www-form-urlencoded, from our own pages without a token too; a browser that sends a form is led to a page that says thanks.`,
  middleware: [needsToken] as const,
  request: body(suggestionSchema),
  responses: {
    200: json(messageSchema, "Done"),
    303: {
      description: "For a form sent by a browser: to the page that says what came of it",
      headers: { location: { description: "Address of that page", schema: { type: "string" as const } } },
    },
    ...problems("fields-missing", ...CHANGE_PROBLEMS),
  },
});

const inboxRoute = jsonCall("get", "/api/admin/suggestions", {
  ...common,
  summary: "The inbox of suggestions, newest first",
  request: { query: inboxQuerySchema },
  answer: [inboxSchema, "A page of it"],
  errors: ["no-session", "not-admin"],
});

const CHANGE = ["not-admin", "not-found", ...CHANGE_PROBLEMS] as const;

const markRoute = jsonCall("patch", "/api/admin/suggestions/{id}", {
  ...common,
  summary: "Mark a suggestion as done, or as open again",
  request: { params: suggestionIdSchema, ...body(suggestionPatchSchema) },
  answer: [storedSuggestionSchema, "The suggestion"],
  errors: CHANGE,
});

const deleteRoute = jsonCall("delete", "/api/admin/suggestions/{id}", {
  ...common,
  summary: "Remove a suggestion",
  request: { params: suggestionIdSchema },
  answer: [messageSchema, "Done"],
  errors: CHANGE,
});

async function take(c: Context<AppEnv>, input: SuggestionInput): Promise<void> {
  const { services, address } = c.var;
  await takeLimits(c, { limit: LIMITS.suggestion, who: address });
  await saveSuggestion(writeContext(c), input, services.config.formServiceUrl !== undefined);
}

/** The fields of a form, each once, of text that can be stored. */
async function readForm(request: Request): Promise<SuggestionInput> {
  const fields = new URLSearchParams(await readBounded(request));
  const given: Record<string, string> = {};
  for (const [name, value] of fields) {
    if (Object.hasOwn(given, name) || !isCleanText(value)) throw new AppError("bad-request");
    // A browser sends line breaks as CRLF; the API's JSON has them as typed.
    given[name] = value.replaceAll("\r\n", "\n");
  }
  const parsed = suggestionSchema.safeParse(given);
  if (!parsed.success) throw new AppError("bad-request");
  return parsed.data;
}

/**
 * Takes the plain HTML form, for people without JavaScript. It runs before the guards of JSON bodies and passes
 * everything else on. It needs no token: only our own page can make a browser send our origin, and the form needs no
 * rights.
 */
export const suggestionForm: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isForm = /^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(c.req.header("content-type") ?? "");
  if (c.req.method !== "POST" || !isForm) return next();
  if (c.var.tokenFrom !== "bearer" && !isSameOrigin(c)) {
    const isBrowser = c.req.header("origin") !== undefined || c.req.header("sec-fetch-site") !== undefined;
    throw new AppError(isBrowser ? "cross-site" : "no-session");
  }
  const isPage = (c.req.header("accept") ?? "").includes("text/html");
  try {
    await take(c, await readForm(c.req.raw));
  } catch (error) {
    if (!isPage || !(error instanceof AppError) || error.status >= 500) throw error;
    return c.redirect(`/suggestions?problem=${error.code}`, 303);
  }
  return isPage ? c.redirect("/suggestions?sent", 303) : c.json({ message: "success" }, 200);
};

export const suggestionApi = createApi()
  .openapi(suggestRoute, async (c) => {
    await take(c, c.req.valid("json"));
    return c.json({ message: "success" }, 200);
  })
  .openapi(inboxRoute, async (c) => {
    const { db } = adminContext(c);
    const { state, cursor } = c.req.valid("query");
    return c.json(await readInbox(db, { state, cursor }), 200);
  })
  .openapi(markRoute, async (c) => {
    const { done } = c.req.valid("json");
    return c.json(await markSuggestion(adminContext(c), c.req.valid("param").id, done), 200);
  })
  .openapi(deleteRoute, async (c) => {
    await deleteSuggestion(adminContext(c), c.req.valid("param").id);
    return c.json({ message: "success" }, 200);
  });
