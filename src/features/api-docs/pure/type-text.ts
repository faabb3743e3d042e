import { isObject } from "#core/fields.ts";
import { referenceOf } from "./examples.ts";
import { listAt, textAt } from "./json.ts";

const INDENT = "  ";

/** A JSON schema in the short form of TypeScript types; named ones by their names. */
export function typeText(schema: unknown, indent = ""): string {
  if (!isObject(schema)) return "unknown";
  const reference = referenceOf(schema);
  if (reference !== undefined) return reference;
  const union = [...listAt(schema, "anyOf"), ...listAt(schema, "oneOf")];
  if (union.length > 0) return union.map((part) => typeText(part, indent)).join(" | ");
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const type = schema["type"];
  if (Array.isArray(type)) return type.map((one) => typeText({ ...schema, type: one }, indent)).join(" | ");
  if (type === "array") {
    const tuple = listAt(schema, "prefixItems");
    if (tuple.length > 0) return `[${tuple.map((item) => typeText(item, indent)).join(", ")}]`;
    return `${typeText(schema["items"], indent)}[]`;
  }
  if (type !== "object") return textAt(schema, "type") || "unknown";
  const { properties, additionalProperties: more } = schema;
  if (!isObject(properties))
    return isObject(more) && Object.keys(more).length > 0 ? `{ [id: string]: ${typeText(more, indent)} }` : "object";
  const required = listAt(schema, "required");
  const inner = indent + INDENT;
  const lines = Object.entries(properties).map(
    ([name, part]) => `${inner}${name}${required.includes(name) ? "" : "?"}: ${typeText(part, inner)};`,
  );
  return lines.length === 0 ? "object" : `{\n${lines.join("\n")}\n${indent}}`;
}
