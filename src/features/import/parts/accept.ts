/**
 * The file types that the file chooser offers. Phones recognise files by MIME type, computers by extension. Some apps
 * use their own types for archives and tables.
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
