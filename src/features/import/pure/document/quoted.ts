/** The beginning of a document's text, for a message about it. */
export function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}”`.replaceAll("\t", " ");
}
