import { fieldsOf } from "#core/fields.ts";
import { LIMITS, type Problems } from "#features/import/rules.ts";
import { kindOfFile, LETTERS_MAY_BE_WRONG, textOf } from "./file-content.ts";
import { findJsonError } from "./json-error.ts";
import { list } from "./json.ts";
import { parseXml } from "./read-xml.ts";
import { parseYaml } from "./read-yaml.ts";
import { resumeFormat, type ResumeFormat } from "./resume-format.ts";
import { parseTolerantly, plainJson } from "./tolerant-json.ts";

/** Parses a résumé's text in any data language as a tree. */

/** The line of the JSON error; for a text that ends too early its last line with content. */
function lineOfJsonError(text: string): number {
  return text
    .trimEnd()
    .slice(0, findJsonError(plainJson(text)))
    .split("\n").length;
}

const PARSERS: Readonly<Record<ResumeFormat, (text: string) => { value: unknown } | { line: number }>> = {
  json: (text) => parseTolerantly(text) ?? { line: lineOfJsonError(text) },
  yaml: parseYaml,
  xml: parseXml,
};

/** Undefined if the text is not a tree; a problem then explains why. */
export function parseResume(file: string, bytes: Uint8Array, problems: Problems): { value: unknown } | undefined {
  if (bytes.length > LIMITS.textBytes) {
    problems.add(file, 0, `The file is larger than ${LIMITS.textBytes / 1_000_000} MB, which no résumé is.`);
    return undefined;
  }
  if (kindOfFile(bytes) === "zip" || kindOfFile(bytes) === "binary") {
    problems.add(file, 0, "This is not a JSON file.");
    return undefined;
  }
  const format = resumeFormat(file, bytes) ?? "json";
  const { text: raw, isGuess } = textOf(bytes);
  const parsed = PARSERS[format](raw.replace(/^\uFEFF/, ""));
  if ("line" in parsed) {
    problems.add(file, parsed.line, `The file is not valid ${format.toUpperCase()} from here on.`);
    return undefined;
  }
  if (isGuess) problems.add(file, 0, LETTERS_MAY_BE_WRONG);
  const { value } = parsed;
  if (list(value).length > 0 || Object.keys(fieldsOf(value)).length > 0) return parsed;
  problems.add(file, 0, "The file contains no résumé.");
  return undefined;
}
