import { isAssigned } from "./tolerant-json.ts";
import { kindOfFile, textOf } from "./file-content.ts";

/** In which language a résumé is written. */
export type ResumeFormat = "json" | "yaml" | "xml";

/** Bytes that are looked at. */
const HEAD = 4_096;
/** The first names of a résumé in YAML: those of JSON Resume and RenderCV. */
const YAML_BEGINS = /^(?:basics|cv|work|experience|employment|education)[ \t]*:[ \t]*$/mu;
const XML_BEGINS = /^<(?:\?xml[\s?]|[\p{L}_][\w:.-]*[\s>])/u;
const WEB_PAGE = /<(?:!doctype html|html)[\s>]/iu;

/** By content, and YAML by its name too; undefined if the file is not a résumé in one of these languages. */
export function resumeFormat(name: string, bytes: Uint8Array): ResumeFormat | undefined {
  const kind = kindOfFile(bytes);
  if (kind === "json") return "json";
  if (kind !== "text") return undefined;
  const head = textOf(bytes.subarray(0, HEAD)).text.trimStart();
  if (/\.(?:json|js|ts)$/iu.test(name) && isAssigned(head)) return "json";
  if (XML_BEGINS.test(head)) return WEB_PAGE.test(head) ? undefined : "xml";
  return /\.ya?ml$/iu.test(name) || YAML_BEGINS.test(head) ? "yaml" : undefined;
}
