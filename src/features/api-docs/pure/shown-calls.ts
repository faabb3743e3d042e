import { fieldsOf, isObject, type Fields } from "#core/fields.ts";
import { compareText } from "#core/text.ts";
import { ERRORS } from "#core/errors.ts";
import { exampleOf } from "./examples.ts";
import { listAt, objectAt, operationsOf, textAt, type Operation } from "./json.ts";
import type { Sample } from "./samples.ts";
import { typeText } from "./type-text.ts";

/** Prepares an OpenAPI document for the readable page. */

/** Who may make a call: anybody, anybody with a token, or administrators. */
export type Caller = "anybody" | "token" | "admin";

export type ShownCall = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  caller: Caller;
  /** Types of body and answer; "" without a body. */
  takes: string;
  gives: string;
  samples: Sample[];
  answers: { status: string; text: string }[];
  parameters: { name: string; where: string; isRequired: boolean; description: string }[];
};
export type ShownGroup = { name: string; about: string; calls: ShownCall[] };

type ShownField = { name: string; type: string; isRequired: boolean; meaning: string };
export type ShownSchema = { name: string; about: string; type: string; fields: ShownField[]; example: string };

function schemaOf(holder: unknown): unknown {
  return objectAt(objectAt(holder, "content"), "application/json")["schema"];
}

function callerOf(operation: Fields): Caller {
  const ways = listAt(operation, "security").filter(isObject);
  if (ways.some((way) => Object.keys(way).length === 0)) return "anybody";
  return ways.length > 0 && ways.every((way) => "admin" in way) ? "admin" : "token";
}

function isSample(value: unknown): value is Sample {
  return textAt(value, "label") !== "" && textAt(value, "source") !== "";
}

function toCall({ path, method, operation }: Operation): ShownCall {
  const responses = objectAt(operation, "responses");
  const body = schemaOf(operation["requestBody"]);
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    id: textAt(operation, "operationId") || `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    caller: callerOf(operation),
    takes: body === undefined ? "" : typeText(body),
    gives: schemaOf(success?.[1]) === undefined ? "a file" : typeText(schemaOf(success?.[1])),
    samples: listAt(operation, "x-codeSamples").filter(isSample),
    answers: Object.entries(responses)
      .map(([status, answer]) => ({ status, text: textAt(answer, "description") }))
      .filter(({ text }) => !OF_ANY_CALL.has(text)),
    parameters: listAt(operation, "parameters").map((one) => ({
      name: textAt(one, "name"),
      where: textAt(one, "in"),
      isRequired: fieldsOf(one)["required"] === true,
      description: textAt(one, "description"),
    })),
  };
}

/** Errors of every call. The page shows them once and not at each call. */
const CODES = ["bad-request", "too-many-requests", "server-error", "overloaded", "early-access"] as const;
const OF_ANY_CALL: ReadonlySet<string> = new Set(CODES.map((code) => ERRORS[code].sentence));

const CALLERS: readonly Caller[] = ["anybody", "token", "admin"];

/** Groups in the document's order of tags; in each, calls for anybody first. */
export function toShownGroups(document: unknown): ShownGroup[] {
  const groups = new Map<string, ShownGroup>();
  const take = (name: string, about: string): ShownGroup => {
    const group = groups.get(name) ?? { name, about, calls: [] };
    groups.set(name, group);
    return group;
  };
  for (const tag of listAt(document, "tags")) take(textAt(tag, "name"), textAt(tag, "description"));
  for (const call of operationsOf(document)) {
    const [tag] = listAt(call.operation, "tags");
    take(typeof tag === "string" ? tag : "Other", "").calls.push(toCall(call));
  }
  return [...groups.values()]
    .filter(({ calls }) => calls.length > 0)
    .map((group) => ({
      ...group,
      calls: group.calls.toSorted((a, b) => CALLERS.indexOf(a.caller) - CALLERS.indexOf(b.caller)),
    }));
}

export function toShownSchemas(document: unknown): ShownSchema[] {
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  return Object.entries(schemas)
    .map(([name, schema]): ShownSchema => {
      const properties = objectAt(schema, "properties");
      const required = listAt(schema, "required");
      const fields = Object.entries(properties).map(([fieldName, property]) => ({
        name: fieldName,
        type: typeText(property),
        isRequired: required.includes(fieldName),
        meaning: textAt(property, "description"),
      }));
      const example = exampleOf(schema, { schemas, schemaName: name, fieldName: "", extent: "full" });
      return {
        name,
        about: textAt(schema, "description"),
        type: fields.length > 0 ? "" : typeText(schema),
        fields,
        example: JSON.stringify(example, undefined, 2),
      };
    })
    .toSorted((a, b) => compareText(a.name, b.name));
}

/** For the index and the search: `said` is what a call says of itself, in small letters. */
export type IndexGroup = { name: string; calls: { id: string; summary: string; said: string }[] };

export function toIndex(groups: readonly ShownGroup[]): IndexGroup[] {
  return groups.map(({ name, calls }) => ({
    name,
    calls: calls.map(({ id, method, path, summary, description, takes, gives }) => {
      const said = [method, path, summary, description, name, takes, gives].join(" ").toLowerCase();
      return { id, summary, said };
    }),
  }));
}

/** The ids of the calls that say all of these words. */
export function findCalls(groups: readonly IndexGroup[], text: string): string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(({ calls }) =>
    calls.flatMap(({ id, said }) => (words.every((word) => said.includes(word)) ? id : [])),
  );
}

type Shown = { groups: ShownGroup[]; schemas: ShownSchema[]; index: IndexGroup[] };

let last: { document: unknown; shown: Shown } | undefined;

/** Everything that the page shows of a document. A process has one document, so it is prepared once. */
export function toShown(document: unknown): Shown {
  if (last && last.document === document) return last.shown;
  const groups = toShownGroups(document);
  const shown = { groups, schemas: toShownSchemas(document), index: toIndex(groups) };
  last = { document, shown };
  return shown;
}
