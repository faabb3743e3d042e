import { z } from "zod";
import { mutate, NASTY_TEXTS, sample, type Dice, type Schemas, type Words } from "./fuzz-values.ts";

const mediaSchema = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const operationSchema = z.looseObject({
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() }))
    .default([]),
  requestBody: z.looseObject({ content: mediaSchema }).optional(),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

export type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: unknown }[];
  body: { type: string; schema: unknown } | undefined;
};

/** The operations of an OpenAPI document as a generator needs them. */
export function readOperations(document: unknown): { operations: Operation[]; schemas: Schemas } {
  const { paths, components } = documentSchema.parse(document);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters, requestBody }]) => {
      const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(({ name, in: where, schema }) => ({ name, in: where, schema })),
        body: type === undefined ? undefined : { type, schema: media?.schema },
      };
    }),
  );
  return { operations, schemas: components.schemas };
}

export type FuzzRequest = {
  method: string;
  /** Path and query, ready for the request line. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
  /** Without a Content-Length. */
  chunked: boolean;
};

const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/xml",
  "application/json; charset=utf-16",
  "application/json;;;",
  "",
];

function encode(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.toWellFormed().slice(0, 4_000));
}

/** Makes a valid request to an operation, with up to three mistakes added. */
export function makeRequest(operation: Operation, schemas: Schemas, dice: Dice, words: Words): FuzzRequest {
  const faults = dice.chance(0.15) ? 0 : 1 + dice.below(3);
  const target = { path: 0, query: 0, body: 0, bytes: 0, transport: 0 };
  for (let n = 0; n < faults; n += 1) {
    const kinds = operation.body
      ? (["body", "body", "body", "bytes", "transport", "path", "query"] as const)
      : (["path", "query", "transport"] as const);
    target[dice.pick(kinds)] += 1;
  }
  const headers: FuzzRequest["headers"] = {};
  const request: FuzzRequest = {
    method: operation.method,
    path: pathOf(operation, schemas, dice, words, target),
    headers,
    body: undefined,
    chunked: dice.chance(0.1),
  };
  if (operation.body) {
    if (operation.body.type.startsWith("multipart/")) fillMultipart(request, dice);
    else {
      let value = sample(operation.body.schema, schemas, dice, words);
      for (let n = 0; n < target.body; n += 1) value = mutate(value, dice);
      headers["content-type"] = "application/json";
      request.body = Buffer.from(JSON.stringify(value) ?? "", "utf8");
    }
    for (let n = 0; n < target.bytes; n += 1) request.body = breakBytes(request.body ?? Buffer.alloc(0), dice);
  } else if (operation.method === "DELETE") {
    headers["content-type"] = "application/json";
    request.body = Buffer.from(dice.pick(["", "{}", "null", "[1]"]));
  }
  for (let n = 0; n < target.transport; n += 1) spoilTransport(request, dice);
  return request;
}

function pathOf(
  operation: Operation,
  schemas: Schemas,
  dice: Dice,
  words: Words,
  target: { path: number; query: number },
): string {
  const values = new Map(
    operation.parameters.map(({ name, in: where, schema }) => [
      `${where} ${name}`,
      sample(schema, schemas, dice, words, where === "path" ? `${operation.path} ${name}` : name),
    ]),
  );
  let path = operation.path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
    const byPath = values.get(`path ${name}`);
    const known = words[name];
    const value = target.path > 0 ? dice.pick(NASTY_TEXTS) : known && dice.chance(0.9) ? dice.pick(known) : byPath;
    return encode(value ?? "x");
  });
  if (target.path > 1) path += dice.pick(["/", "//", "/..", "/%2e%2e/x", ";a=b", "%2f", "?", "#", "/{id}"]);
  const queries = operation.parameters
    .filter((parameter) => parameter.in === "query" && dice.chance(0.6))
    .map(({ name }) => `${name}=${encode(values.get(`query ${name}`))}`);
  for (let n = 0; n < target.query; n += 1) {
    const name = dice.pick([
      ...operation.parameters.map((parameter) => parameter.name),
      "x",
      "a[]",
      "a[b]",
      "__proto__",
    ]);
    queries.push(dice.chance(0.5) ? `${name}=${encode(dice.pick(NASTY_TEXTS))}` : `${name}=1&${name}=2`);
    if (dice.chance(0.1)) queries.push(dice.pick(["%", "%ff", "=", "&&", "%c0%af=1", "a".repeat(3_000)]));
  }
  return queries.length === 0 ? path : `${path}?${queries.join("&")}`;
}

function fillMultipart(request: FuzzRequest, dice: Dice): void {
  const name = dice.pick(["pfp", "pfp", "file", "", "pfp\u0000"]);
  const type = dice.pick(["image/png", "image/jpeg", "image/svg+xml", "text/html", "image/webp"]);
  const bytes = Buffer.from(Array.from({ length: dice.below(400) }, () => dice.below(256)));
  const head = dice.pick([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from("RIFF\u0010\u0000\u0000\u0000WEBPVP8 "),
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    Buffer.from("GIF89a"),
    Buffer.alloc(0),
  ]);
  request.headers["content-type"] = "multipart/form-data; boundary=fuzz";
  request.body = Buffer.concat([
    Buffer.from(
      `--fuzz\r\nContent-Disposition: form-data; name="${name}"; filename="${dice.pick(["a.png", "../a", "a\u0000.svg", ""])}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    head,
    bytes,
    Buffer.from(dice.pick(["\r\n--fuzz--\r\n", "\r\n--fuzz\r\n", "", "--fuzz--"])),
  ]);
}

/** Bytes that no JSON library would write. */
function breakBytes(body: Buffer, dice: Dice): Buffer {
  const text = body.toString("utf8");
  const at = dice.below(body.length + 1);
  switch (dice.below(12)) {
    case 0:
      return body.subarray(0, at);
    case 1:
      return Buffer.concat([body.subarray(0, at), Buffer.from([0xff, 0xc0, 0xaf]), body.subarray(at)]);
    case 2:
      return Buffer.from(text.replace(/:(?:"[^"]*"|\d+|true|false|null)/, ":1e400"));
    case 3:
      return Buffer.from(text.replace(/:(?:"[^"]*"|\d+|true|false|null)/, ":-0"));
    case 4:
      return Buffer.from(text.replace("{", '{"__proto__":{"isAdmin":true},'));
    case 5:
      return Buffer.from(text.replace("{", '{"constructor":{"prototype":{"isAdmin":true}},'));
    case 6:
      // The same key again, with something else.
      return Buffer.from(text.replace(/^\{("[^"]*"):/, "{$1:[1],$1:"));
    case 7:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]);
    case 8:
      return Buffer.from(text.replace(/"([^"]*)"\s*([,}\]])/, '"\\ud800$1"$2'));
    case 9:
      return Buffer.from("[".repeat(20_000));
    case 10:
      return Buffer.from(`${text}${dice.pick(["}", ",", "\u0000", " {}", "//x"])}`);
    default:
      return Buffer.from(text.replace(/"([^"]*)"\s*([,}\]])/, '"\\u0000$1"$2'));
  }
}

function spoilTransport(request: FuzzRequest, dice: Dice): void {
  const { headers } = request;
  switch (dice.below(9)) {
    case 0:
      headers["content-type"] = dice.pick(TYPES);
      break;
    case 1:
      request.chunked = true;
      break;
    case 2:
      request.body = undefined;
      break;
    case 3:
      headers["content-encoding"] = "gzip";
      break;
    case 4:
      request.method = dice.pick(["HEAD", "OPTIONS", "PUT", "GET", "POST", "PATCH", "DELETE"]);
      break;
    case 5:
      headers["cookie"] = dice.pick([
        "token=x",
        "token=; token=y",
        "theme=<x>; earlyAccess=1",
        "=;=;=",
        "token=%ff%00",
      ]);
      break;
    case 6:
      headers["accept-encoding"] = dice.pick(["br", "gzip;q=0", "identity", "*;q=x", "br".repeat(500)]);
      break;
    case 7:
      headers["origin"] = dice.pick(["https://evil.example", "null", "x"]);
      break;
    default:
      headers["idempotency-key"] = dice
        .pick(NASTY_TEXTS)
        .replace(/[^\x20-\x7e]/g, "?")
        .slice(0, 500);
  }
}
