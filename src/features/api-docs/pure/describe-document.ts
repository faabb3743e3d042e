import { ERRORS } from "#core/errors.ts";
import { fieldsOf, isObject, type Fields } from "#core/fields.ts";
import { exampleOf } from "./examples.ts";
import { listAt, objectAt, operationsOf, textAt, type Operation } from "./json.ts";
import { samplesOf } from "./samples.ts";
import { TAGS } from "./tags.ts";
import { parameterWordOf, wordOf } from "./words/all.ts";

/**
 * Completes the document for readers and for client generators: adds meanings to fields and parameters, examples and
 * samples to calls, and sorts the tags by importance. Texts that a call already has stay.
 */
export function describeDocument<Document extends object>(document: Document): Document {
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  for (const [name, schema] of Object.entries(schemas)) describeFields(schema, name);
  const calls = operationsOf(document);
  for (const call of calls) {
    const operationId = textAt(call.operation, "operationId");
    describeParameters(call.operation, operationId);
    describeFields([call.operation["requestBody"], call.operation["responses"]], operationId);
    addExamples(call, schemas);
  }
  const used = new Set(calls.flatMap(({ operation }) => listAt(operation, "tags")));
  const tags = TAGS.filter(([name]) => used.has(name)).map(([name, description]) => ({ name, description }));
  return Object.assign(document, { tags });
}

/** Adds meanings to every property within a schema. */
function describeFields(holder: unknown, schemaName: string): void {
  if (Array.isArray(holder)) {
    for (const one of holder) describeFields(one, schemaName);
    return;
  }
  if (!isObject(holder)) return;
  for (const [name, property] of Object.entries(objectAt(holder, "properties"))) {
    if (!isObject(property) || textAt(property, "description") !== "") continue;
    const meaning = wordOf(schemaName, name)?.[0];
    if (meaning !== undefined) property["description"] = meaning;
  }
  for (const part of Object.values(holder)) describeFields(part, schemaName);
}

function describeParameters(operation: Fields, operationId: string): void {
  for (const parameter of listAt(operation, "parameters")) {
    if (!isObject(parameter) || textAt(parameter, "description") !== "") continue;
    const own = textAt(parameter["schema"], "description");
    const meaning = own === "" ? parameterWordOf(operationId, textAt(parameter, "name"))?.[0] : own;
    if (meaning !== undefined) parameter["description"] = meaning;
  }
}

function jsonOf(holder: unknown): unknown {
  return objectAt(holder, "content")["application/json"];
}

/** A body in full and at its least, an answer, a refusal, and the call as it is written in a terminal or a program. */
function addExamples(call: Operation, schemas: Fields): void {
  const { operation } = call;
  const schemaName = textAt(operation, "operationId");
  const make = (media: unknown, extent: "full" | "least"): unknown =>
    exampleOf(fieldsOf(media)["schema"], { schemas, schemaName, fieldName: "", extent });
  const taken = jsonOf(operation["requestBody"]);
  const [full, least] = [make(taken, "full"), make(taken, "least")];
  if (isObject(taken)) {
    const isSame = JSON.stringify(full) === JSON.stringify(least);
    taken["examples"] = {
      full: { summary: isSame ? "The body" : "With every field", value: full },
      ...(isSame ? {} : { least: { summary: "With no more than it needs", value: least } }),
    };
  }
  const isForm = isObject(objectAt(operation["requestBody"], "content")["multipart/form-data"]);
  operation["x-codeSamples"] = samplesOf(call, isObject(taken) ? least : undefined, isForm);
  const responses = objectAt(operation, "responses");
  const refused = SHOWN_STATUSES.find((status) => isObject(responses[status]));
  for (const [status, response] of Object.entries(responses)) {
    const given = jsonOf(response);
    if (!isObject(given)) continue;
    if (status.startsWith("2")) given["examples"] = { typical: { summary: "An answer", value: make(given, "full") } };
    const problem = status === refused ? refusal(Number(status), textAt(response, "description")) : undefined;
    if (problem) given["examples"] = { refused: { summary: "A refusal", value: problem } };
  }
}

/** One error is shown for each call: the first of these that it has, the most informative first. */
const SHOWN_STATUSES = ["404", "409", "401", "400", "403", "429", "503"];

/** The problem that a status is declared with first. */
function refusal(status: number, description: string): Fields | undefined {
  const known = Object.entries(ERRORS).filter(([, one]) => one.status === status && description.includes(one.sentence));
  const [first] = known.toSorted((a, b) => description.indexOf(a[1].sentence) - description.indexOf(b[1].sentence));
  if (!first) return undefined;
  const [code, { sentence }] = first;
  return { error: sentence, code, requestId: wordOf("Problem", "requestId")?.[1] };
}
