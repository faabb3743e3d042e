import { z } from "zod";
import { ERRORS } from "#core/errors.ts";
import { openApiDocument } from "#app/api.server.ts";
import { normaliseRequestPath } from "#server/request-path.ts";

/** An answer as the check gets it, for one call. */
type SeenAnswer = { status: number; contentType: string; text: string };

type Operation = {
  pattern: RegExp;
  path: string;
  method: string;
  /** Made at the first answer of their status: the hundreds of all calls take seconds. */
  schemas: Map<number, () => z.ZodType>;
  /** The content type that a status is declared with, if its answer is a file and not JSON. */
  files: Map<number, string>;
  /** The codes that a status is declared with: its description contains their sentences. */
  codes: Map<number, readonly string[]>;
};

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
        responses: z.record(
          z.string(),
          z.object({
            description: z.string().default(""),
            content: z.record(z.string(), z.object({ schema: z.unknown() })).optional(),
          }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});
type Document = z.infer<typeof documentSchema>;

const REF = "#/components/schemas/";

/** Resolves references, and allows no further properties in an object unless the document allows them. */
function strict(schema: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => strict(item, components));
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$ref" in schema && typeof schema.$ref === "string") {
    const name = schema.$ref.slice(REF.length);
    if (!(name in components)) throw new Error(`The document refers to ${schema.$ref}, which is not there.`);
    return strict(components[name], components);
  }
  if ("allOf" in schema && Array.isArray(schema.allOf))
    return merged(schema.allOf.map((part) => strict(part, components)));
  const properties = "properties" in schema && typeof schema.properties === "object" ? schema.properties : undefined;
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key !== "properties") rest[key] = key === "example" || key === "enum" ? value : strict(value, components);
  }
  if (!properties) return rest;
  const closed = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, strict(value, components)]));
  return { additionalProperties: false, ...rest, properties: closed };
}

/** The parts of an extended object as one, since each part alone would refuse the others' fields. */
function merged(parts: readonly unknown[]): unknown {
  const objects = parts.map((part) =>
    z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).default([]) }).parse(part),
  );
  return {
    type: "object",
    properties: Object.assign({}, ...objects.map((part) => part.properties)),
    required: objects.flatMap((part) => part.required),
    additionalProperties: false,
  };
}

function patternOf(path: string): RegExp {
  const escaped = path.split(/\{[^}]+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^/]+")}$`);
}

function codesOf(status: number, description: string): string[] {
  return Object.entries(ERRORS).flatMap(([code, error]) =>
    error.status === status && description.includes(error.sentence) ? [code] : [],
  );
}

function madeOnce(schema: unknown): () => z.ZodType {
  let made: z.ZodType | undefined;
  return () => (made ??= z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]));
}

function operationsOf(document: Document): Operation[] {
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const schemas = new Map<number, () => z.ZodType>();
      const codes = new Map<number, readonly string[]>();
      const files = new Map<number, string>();
      for (const [status, response] of Object.entries(operation.responses)) {
        const content = response.content?.["application/json"];
        const [other] = Object.keys(response.content ?? {});
        if (!content && other !== undefined) files.set(Number(status), other);
        const closed = content ? strict(content.schema, document.components.schemas) : {};
        schemas.set(Number(status), madeOnce(closed));
        codes.set(Number(status), codesOf(Number(status), response.description));
      }
      operations.push({ pattern: patternOf(path), path, method: method.toUpperCase(), schemas, files, codes });
    }
  }
  // Words before placeholders: /companies is not a {id}.
  return operations.toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);
}

type FindOperation = (method: string, rawPath: string) => Operation | undefined;

/** Finds the operation that a call reaches; the server's router takes the path as every URL parser does. */
function finderOf(operations: readonly Operation[]): FindOperation {
  // A placeholder holds no slash, so only paths of as many parts can match.
  const shapeOf = (method: string, path: string): string => `${method} ${path.split("/").length}`;
  const byShape = Map.groupBy(operations, ({ method, path }) => shapeOf(method, path));
  return (method, rawPath) => {
    const { pathname } = URL.parse(normaliseRequestPath(rawPath), "http://test.invalid") ?? {};
    if (pathname === undefined) return undefined;
    return byShape.get(shapeOf(method, pathname))?.find((one) => one.pattern.test(pathname));
  };
}

/**
 * Checks answers against an OpenAPI document. Throws for an undeclared status, an undeclared or missing field, or a
 * wrong type. Calls that the document does not contain must answer in the form of errors.
 */
export function answerCheck(given: unknown): AnswerCheck {
  const document = documentSchema.parse(given);
  return checkOf(document, finderOf(operationsOf(document)));
}

type AnswerCheck = (method: string, path: string, answer: SeenAnswer) => void;

function checkOf(document: Document, findOperation: FindOperation): AnswerCheck {
  const problem = madeOnce(strict({ $ref: `${REF}Problem` }, document.components.schemas));
  return (method, rawPath, answer) => {
    const complain = (what: string): never => {
      throw new Error(`${method} ${rawPath} answered ${answer.status} ${what}\n${answer.text.slice(0, 600)}`);
    };
    // Declared, since it can happen; but never while a test is looking.
    if (answer.status === 500) complain("");
    const operation = findOperation(method, rawPath);
    const file = operation?.files.get(answer.status);
    if (file !== undefined && answer.contentType === file) return;
    if (!answer.contentType.startsWith("application/json")) complain(`as "${answer.contentType}", not as JSON`);
    const body: unknown = JSON.parse(answer.text);
    if (answer.status < 400 && typeof body === "object" && body !== null && "error" in body)
      complain('with a field "error"');
    const schema = operation ? operation.schemas.get(answer.status) : problem;
    if (operation && !schema) complain(`, a status that ${operation.path} does not declare`);
    const code = typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
    if (answer.status >= 400 && operation && !operation.codes.get(answer.status)?.includes(code))
      complain(`with the code ${code}, which ${operation.path} does not declare`);
    const parsed = schema?.().safeParse(body);
    if (parsed && !parsed.success)
      complain(`with a body that is not the declared one: ${z.prettifyError(parsed.error)}`);
  };
}

let madeDocument: Document | undefined;

function ownDocument(): Document {
  madeDocument ??= documentSchema.parse(
    openApiDocument({ config: { baseUrl: "http://test.invalid" } } as Parameters<typeof openApiDocument>[0]),
  );
  return madeDocument;
}

let madeOperations: Operation[] | undefined;

function ownOperations(): Operation[] {
  madeOperations ??= operationsOf(ownDocument());
  return madeOperations;
}

let madeFinder: FindOperation | undefined;

function ownFinder(): FindOperation {
  madeFinder ??= finderOf(ownOperations());
  return madeFinder;
}

/** The document's path for a call; undefined if the document has no such call. */
export function operationOf(method: string, rawPath: string): string | undefined {
  return ownFinder()(method, rawPath)?.path;
}

/** Every answer that the document declares under /api; `code` is '' for a success. */
export function documentedAnswers(): { method: string; path: string; status: number; code: string }[] {
  return ownOperations()
    .filter(({ path }) => path.startsWith("/api/"))
    .flatMap(({ method, path, codes }) =>
      [...codes].flatMap(([status, list]) =>
        (status < 400 ? [""] : list).map((code) => ({ method, path, status, code })),
      ),
    );
}

/** Every GET call of the document with the names of its query's parameters, for sweeps. */
export function documentedGets(): { path: string; query: string[] }[] {
  return Object.entries(ownDocument().paths).flatMap(([path, { get }]) =>
    get
      ? [{ path, query: get.parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])) }]
      : [],
  );
}

/** The paths of every GET call of the document. */
export function documentedReads(): string[] {
  return documentedGets().map(({ path }) => path);
}

let check: AnswerCheck | undefined;

/** The last answers that were right: whoever watches the app's answers and whoever asked for one both check it. */
const right: { call: string; answer: SeenAnswer }[] = [];
const MOST_RIGHT = 16;

function isSame(one: SeenAnswer, other: SeenAnswer): boolean {
  return one.status === other.status && one.contentType === other.contentType && one.text === other.text;
}

/** Checks one answer of the application against its own document. */
export function checkAnswer(method: string, path: string, answer: SeenAnswer): void {
  const call = `${method} ${path}`;
  if (right.some((one) => one.call === call && isSame(one.answer, answer))) return;
  check ??= checkOf(ownDocument(), ownFinder());
  check(method, path, answer);
  right.push({ call, answer });
  if (right.length > MOST_RIGHT) right.shift();
}
