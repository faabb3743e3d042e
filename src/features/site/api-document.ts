/** What the readable page shows of an OpenAPI document. */
export type ShownCall = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  needsToken: boolean;
  takes: string;
  gives: string;
  answers: { status: string; text: string }[];
  parameters: { name: string; where: string; isRequired: boolean; description: string }[];
};
export type ShownGroup = { name: string; calls: ShownCall[] };

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function field(value: unknown, key: string): unknown {
  return isJson(value) ? value[key] : undefined;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const INDENT = "  ";

/** A JSON schema in the short form of TypeScript types. */
export function describeSchema(schema: unknown, indent = ""): string {
  if (!isJson(schema)) return "unknown";
  const reference = text(schema["$ref"]);
  if (reference !== "") return reference.split("/").at(-1) ?? "unknown";
  const union = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(union)) return union.map((part) => describeSchema(part, indent)).join(" | ");
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const type = schema["type"];
  if (Array.isArray(type)) return type.map((one) => describeSchema({ ...schema, type: one }, indent)).join(" | ");
  if (type === "array") {
    const tuple = schema["prefixItems"];
    if (Array.isArray(tuple)) return `[${tuple.map((item) => describeSchema(item, indent)).join(", ")}]`;
    return `${describeSchema(schema["items"], indent)}[]`;
  }
  if (type !== "object") return text(type) || "unknown";
  const properties = schema["properties"];
  const more = schema["additionalProperties"];
  if (!isJson(properties))
    return isJson(more) && Object.keys(more).length > 0
      ? `{ [id: string]: ${describeSchema(more, indent)} }`
      : "object";
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const inner = indent + INDENT;
  const lines = Object.entries(properties).map(
    ([name, part]) => `${inner}${name}${required.includes(name) ? "" : "?"}: ${describeSchema(part, inner)};`,
  );
  return lines.length === 0 ? "object" : `{\n${lines.join("\n")}\n${indent}}`;
}

function schemaOf(holder: unknown): unknown {
  return field(field(field(holder, "content"), "application/json"), "schema");
}

function toCall(path: string, method: string, operation: Json): ShownCall {
  const responses = isJson(operation["responses"]) ? operation["responses"] : {};
  const body = schemaOf(operation["requestBody"]);
  const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"] : [];
  return {
    id: `${method}-${path}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, ""),
    method: method.toUpperCase(),
    path,
    summary: text(operation["summary"]),
    description: text(operation["description"]),
    needsToken: isJson(responses["401"]),
    takes: body === undefined ? "" : describeSchema(body),
    gives: describeSchema(schemaOf(responses["200"])),
    answers: Object.entries(responses).map(([status, answer]) => ({
      status,
      text: text(field(answer, "description")),
    })),
    parameters: parameters.map((one) => ({
      name: text(field(one, "name")),
      where: text(field(one, "in")),
      isRequired: field(one, "required") === true,
      description: text(field(one, "description")) || text(field(field(one, "schema"), "description")),
    })),
  };
}

/** The document's calls by tag, in the order of the document. */
export function toShownGroups(document: unknown): ShownGroup[] {
  const groups = new Map<string, ShownGroup>();
  const paths = field(document, "paths");
  if (!isJson(paths)) return [];
  for (const [path, item] of Object.entries(paths)) {
    if (!isJson(item)) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (!isJson(operation) || !["get", "post", "patch", "delete", "put"].includes(method)) continue;
      const tags = operation["tags"];
      const name = Array.isArray(tags) ? text(tags[0]) : "Other";
      const group = groups.get(name) ?? { name, calls: [] };
      groups.set(name, group);
      group.calls.push(toCall(path, method, operation));
    }
  }
  return [...groups.values()];
}
