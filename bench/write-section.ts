import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Writes a "## heading" section of a Markdown file, in place of the old one or at the end. */
export function writeSection(file: string, heading: string, text: string): void {
  const old = existsSync(file)
    ? readFileSync(file, "utf8")
    : "# Performance\n\nWhat was measured, when, and with which command.\n";
  const [head = "", ...sections] = old.split(/^(?=## )/m);
  const section = `## ${heading}\n\n${text}\n`;
  const at = sections.findIndex((one) => one.startsWith(`## ${heading}\n`));
  const all = at < 0 ? [...sections, section] : sections.toSpliced(at, 1, section);
  writeFileSync(file, `${[head, ...all].map((one) => one.trimEnd()).join("\n\n")}\n`);
}
