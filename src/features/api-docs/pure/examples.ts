import { isObject, type Fields } from "#core/fields.ts";
import { listAt, objectAt, textAt } from "./json.ts";
import { wordOf } from "./words/all.ts";

/** All fields, or only the required ones. */
type Extent = "full" | "least";

type Place = { schemas: Fields; schemaName: string; fieldName: string; extent: Extent };

const REF = "#/components/schemas/";

/** The name of the schema that a reference points to; undefined for an inline schema. */
export function referenceOf(schema: unknown): string | undefined {
  const reference = textAt(schema, "$ref");
  return reference === "" ? undefined : reference.slice(REF.length);
}

/** A value that a schema allows, made of the words' examples. */
export function exampleOf(schema: unknown, place: Place): unknown {
  const name = referenceOf(schema);
  if (name !== undefined) return exampleOf(place.schemas[name], { ...place, schemaName: name });
  if (!isObject(schema)) return null;
  const word = wordOf(place.schemaName, place.fieldName);
  if (word && word.length > 1 && isOfType(schema, word[1])) return word[1];
  const union = [...listAt(schema, "anyOf"), ...listAt(schema, "oneOf")];
  if (union.length > 0) return exampleOf(union[0], place);
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  return ofType(schema, place);
}

function typesOf(schema: Fields): unknown[] {
  return Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
}

/** Does an example fit this schema? The same field name can be a text in one place and a list in another. */
function isOfType(schema: Fields, value: unknown): boolean {
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value);
  const types = typesOf(schema);
  if (Array.isArray(value)) return types.includes("array") && isObject(schema["items"]) && !isObject(value[0]);
  if (typeof value === "object") return types.includes("object") && !isObject(schema["properties"]);
  if (typeof value === "number") return types.includes("number") || types.includes("integer");
  return types.includes(typeof value);
}

function ofType(schema: Fields, place: Place): unknown {
  const [type] = typesOf(schema).filter((one) => one !== "null");
  switch (type) {
    case "object":
      return ofObject(schema, place);
    case "array":
      return ofArray(schema, place);
    case "boolean":
      return true;
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 5;
    case "string":
      return textAt(schema, "format") === "date-time" ? "2026-11-15T12:00:00Z" : "text";
    default:
      return null;
  }
}

function ofObject(schema: Fields, place: Place): Fields {
  const required = listAt(schema, "required");
  const shown = Object.entries(objectAt(schema, "properties")).filter(
    // If a body has no required field, show its first field: an empty body would explain nothing.
    ([name], at) => place.extent === "full" || required.includes(name) || (required.length === 0 && at === 0),
  );
  return Object.fromEntries(
    shown.map(([name, property]) => [name, exampleOf(property, { ...place, fieldName: name })]),
  );
}

/** An example with one element; a list of fixed length gets all its elements. */
function ofArray(schema: Fields, place: Place): unknown[] {
  const tuple = listAt(schema, "prefixItems");
  if (tuple.length > 0) return tuple.map((item) => exampleOf(item, place));
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 1;
  return Array.from({ length: least }, () => exampleOf(schema["items"], place));
}
