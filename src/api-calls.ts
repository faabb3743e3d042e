import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { LogoRoute } from "#features/company-admin/api.server.ts";
import type { PictureRoute } from "#features/profile/picture-api.server.ts";
import type { typedApis } from "./api.server.ts";

/**
 * The types of all calls that our pages may make, taken from the server's routes. They are only types, so nothing of
 * them reaches the browser. Hono keeps an API's routes in its second type parameter, by path and method, with an entry
 * for each status.
 */

/** Hono writes `:id` for the `{id}` of the document. */
type Documented<Path extends string> = Path extends `${infer Before}/:${infer After}`
  ? After extends `${infer Name}/${infer Rest}`
    ? `${Before}/{${Name}}${Documented<`/${Rest}`>}`
    : `${Before}/{${After}}`
  : Path;

type MethodOf<Key> = Key extends `$${infer Method}` ? Uppercase<Method> : never;

type Taken<Input, Part extends string> = Input extends Record<Part, infer Value> ? Value : undefined;

type Success = 200 | 201 | 202;
type CallOf<Endpoint> = Endpoint extends { status: Success; input: infer Input; output: infer Answer }
  ? { path: Taken<Input, "param">; query: Taken<Input, "query">; body: Taken<Input, "json">; answer: Answer }
  : never;

/** The routes of an API, each as its name and Hono's type for it. */
type RoutesOf<Api> =
  Api extends OpenAPIHono<infer _Env, infer Schema, infer _Base>
    ? {
        [Path in keyof Schema & string]: {
          [Method in keyof Schema[Path]]: [`${MethodOf<Method>} ${Documented<Path>}`, Schema[Path][Method]];
        }[keyof Schema[Path]];
      }[keyof Schema & string]
    : never;

type CallsOf<Api> = { [Route in RoutesOf<Api> as Route[0]]: CallOf<Route[1]> };

/** Routes that read a form themselves. They are in the OpenAPI document but not in Hono's types. */
type FormRoute = {
  method: string;
  path: string;
  request: { params: z.ZodType };
  responses: { 200: { content: { "application/json": { schema: z.ZodType } } } };
};
type FormCalls<Routes extends FormRoute> = {
  [Route in Routes as `${Uppercase<Route["method"]>} ${Route["path"]}`]: {
    path: z.input<Route["request"]["params"]>;
    query: undefined;
    body: FormData;
    answer: z.output<Route["responses"][200]["content"]["application/json"]["schema"]>;
  };
};

declare module "#core/api-client.ts" {
  interface ApiCalls extends CallsOf<ReturnType<typeof typedApis>[number]>, FormCalls<LogoRoute | PictureRoute> {}
}
