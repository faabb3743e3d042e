import { fieldsOf, isObject } from "#core/fields.ts";
import { listAt, objectAt, textAt, type Operation } from "./json.ts";
import { parameterWordOf } from "./words/all.ts";

/** A call written down for a terminal and for a program; `BASE` and `TOKEN` are the reader's. */
export type Sample = { lang: string; label: string; source: string };

/** Optional parameters without which the call would be meaningless. */
const NEEDED_PARAMETERS = new Set(["stop", "to"]);

function exampleValue(operationId: string, parameter: unknown): string {
  const word = parameterWordOf(operationId, textAt(parameter, "name"));
  const allowed = listAt(fieldsOf(parameter)["schema"], "enum")[0];
  return typeof word?.[1] === "string" ? word[1] : typeof allowed === "string" ? allowed : "text";
}

/** The path with its parameters filled in, as it is sent. */
function addressOf({ path, operation }: Operation): string {
  const operationId = textAt(operation, "operationId");
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of listAt(operation, "parameters")) {
    const [name, place] = [textAt(parameter, "name"), textAt(parameter, "in")];
    const value = exampleValue(operationId, parameter);
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    const isShown = fieldsOf(parameter)["required"] === true || NEEDED_PARAMETERS.has(name);
    if (place === "query" && isShown) query.append(name, value);
  }
  return query.size === 0 ? address : `${address}?${query.toString().replaceAll("%3A", ":")}`;
}

/**
 * @param body undefined for a call that takes none
 * @param isForm a call that takes a file
 */
export function samplesOf(call: Operation, body: unknown, isForm: boolean): Sample[] {
  const method = call.method.toUpperCase();
  const address = addressOf(call);
  const wantsToken = !listAt(call.operation, "security").some((one) => isObject(one) && Object.keys(one).length === 0);
  const sent = body === undefined ? undefined : JSON.stringify(body, undefined, 2);
  const field0 = Object.keys(objectAt(objectAt(formSchema(call), "schema"), "properties"))[0] ?? "file";
  const curl = [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} "$BASE${address}"`,
    ...(wantsToken ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(sent === undefined ? [] : [`-H "Content-Type: application/json"`, `-d '${sent.replaceAll("'", "'\\''")}'`]),
    ...(isForm ? [`-F ${field0}=@picture.jpg`] : []),
  ];
  const headers = [
    ...(wantsToken ? ["Authorization: `Bearer ${TOKEN}`"] : []),
    ...(sent === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`]),
    ...(sent === undefined ? [] : [`  body: JSON.stringify(${sent.replaceAll("\n", "\n  ")}),`]),
    ...(isForm ? ["  body: form,"] : []),
  ];
  const program = [
    ...(isForm ? ["const form = new FormData();", `form.append("${field0}", file);`] : []),
    `const answer = await fetch(\`\${BASE}${address}\`${options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`});`,
    givesJson(call) ? "const found = await answer.json();" : "const found = await answer.blob();",
  ];
  return [
    { lang: "Shell", label: "curl", source: curl.join(" \\\n  ") },
    { lang: "JavaScript", label: "fetch", source: program.join("\n") },
  ];
}

function formSchema({ operation }: Operation): unknown {
  return objectAt(objectAt(operation, "requestBody"), "content")["multipart/form-data"];
}

function givesJson({ operation }: Operation): boolean {
  const contents = Object.entries(objectAt(operation, "responses")).flatMap(([status, response]) =>
    status.startsWith("2") ? Object.keys(objectAt(response, "content")) : [],
  );
  return contents.includes("application/json");
}
