/**
 * What the file chooser offers. Phones know files by their type, computers by the ending of their name, and some apps
 * hand over archives and tables with a type of their own.
 */
export const ACCEPTED_LINKEDIN = [
  ".zip",
  ".csv",
  ".pdf",
  "application/zip",
  "application/x-zip-compressed",
  "application/pdf",
  "text/csv",
  "text/comma-separated-values",
].join(",");

export const ACCEPTED_RESUME = [
  ".json",
  ".yaml",
  ".yml",
  ".xml",
  ".pdf",
  ".docx",
  ".odt",
  ".txt",
  ".md",
  "application/json",
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.oasis.opendocument.text",
  "text/plain",
  "text/markdown",
].join(",");
