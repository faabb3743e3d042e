import { createRoute, OpenAPIHono, z, type RouteConfig } from "@hono/zod-openapi";
import { ERRORS, AppError, type ErrorCode, type FieldIssue } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import type { Context } from "hono";
import type { AdminContext, AppEnv, SignedInContext, WriteContext } from "./context.ts";

/**
 * Creates the API of one slice. Routes have schemas, and refused bodies become field issues.
 * @param refuse throws the error of these issues
 */
export function createApi(refuse: (issues: readonly FieldIssue[]) => never = refuseFields): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      refuse(result.error.issues.slice(0, 20).map((issue) => ({ path: issue.path.join("."), message: issue.message })));
    },
  });
}

function refuseFields(issues: readonly FieldIssue[]): never {
  throw new AppError("bad-request", { issues });
}

export const problemSchema = z
  .object({
    error: z.string().openapi({ example: "Company not found." }),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).openapi({ example: "company-not-found" }),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem", description: "What every call answers that did not succeed" });

export const messageSchema = z.object({ message: z.string() }).meta({ id: "Message", description: "Done" });

type JsonContent<Schema> = { content: { "application/json": { schema: Schema } }; description: string };

export function json<Schema extends z.ZodType>(schema: Schema, description: string): JsonContent<Schema> {
  return { content: { "application/json": { schema } }, description };
}

/** Errors that any call may return: an invalid address or headers, a limit, a bug of ours. */
const EVERYWHERE = [
  "bad-request",
  "unknown-expectation",
  "too-many-requests",
  "headers-too-large",
  "server-error",
  "disk-full",
  "overloaded",
] as const;

type Problems = { [Status in (typeof ERRORS)[ErrorCode]["status"]]?: JsonContent<typeof problemSchema> };

/** The documented errors of a call, by status. */
export function problems(...codes: readonly ErrorCode[]): Problems {
  const byStatus: Problems = {};
  for (const code of new Set([...codes, ...EVERYWHERE])) {
    const { status, sentence } = ERRORS[code];
    const known = byStatus[status];
    byStatus[status] = json(problemSchema, known ? `${known.description} / ${sentence}` : sentence);
  }
  return byStatus;
}

type CallOf<Method, Path, Answer> = {
  method: Method;
  path: Path;
  responses: { 200: JsonContent<Answer> } & Problems;
};
type CallMethod = "get" | "post" | "put" | "patch" | "delete";
type CallDetails = Omit<RouteConfig, "method" | "path" | "responses">;

/** A call that answers 200 with JSON, or one of these errors. */
export function jsonCall<
  const Method extends CallMethod,
  Path extends string,
  Answer extends z.ZodType,
  const Details extends CallDetails,
>(
  method: Method,
  path: Path,
  details: Details & { answer: readonly [schema: Answer, description: string]; errors?: readonly ErrorCode[] },
) {
  const { answer, errors = [], ...rest } = details;
  const responses = { 200: json(...answer), ...problems(...errors) };
  return createRoute({ ...rest, method, path, responses } as unknown as Details & CallOf<Method, Path, Answer>);
}

/** Errors that every call with a body may also return: the body is not JSON or too large. */
export const BODY_PROBLEMS = ["not-json", "body-too-large"] as const;
/** Errors that every changing call may also return: no token, or a request from another site's page. */
export const CHANGE_PROBLEMS = ["no-session", "cross-site", ...BODY_PROBLEMS] as const;

/** A required JSON body. */
export function body<Schema extends z.ZodType>(schema: Schema) {
  return { body: { content: { "application/json": { schema } }, required: true } } as const;
}

export function writeContext(c: Context<AppEnv>): WriteContext {
  const { services, now, viewer, admin, address, token } = c.var;
  return {
    db: services.db,
    secret: services.secret,
    now,
    today: calendarDay(now),
    viewer,
    admin,
    address,
    tokenHash: token?.hash,
    purge: (tags) => services.cache.purge(tags),
    reactions: services.reactions,
    pictures: services.pictures,
  };
}

/** The context of a signed-in person. @throws AppError not-yours for a live token without a sign-in */
export function signedInContext(c: Context<AppEnv>): SignedInContext {
  const context = writeContext(c);
  if (!context.viewer) throw new AppError("not-yours");
  return { ...context, viewer: context.viewer };
}

/** The context of an administrator. @throws AppError not-admin for all others with a live token */
export function adminContext(c: Context<AppEnv>): AdminContext {
  const context = writeContext(c);
  if (!context.admin) throw new AppError("not-admin");
  return { ...context, admin: context.admin };
}

/** An internal header: the answer is the same for everybody. It is removed before the answer is sent. */
export const SHARE_HEADER = "x-pipelines-share";

/** Marks an answer as public until one of the tags is purged. Without tags it has an ETag, but is not kept. */
export function share(c: Context<AppEnv>, tags: readonly string[]): void {
  c.header(SHARE_HEADER, tags.join(" "));
}
