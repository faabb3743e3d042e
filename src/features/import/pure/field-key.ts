import { foldText } from "#core/text.ts";

/** The name of a column or field, however files write it: "Started On " → "startedon", "@value" → "value". */
export function fieldKey(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]+/gu, "");
}
