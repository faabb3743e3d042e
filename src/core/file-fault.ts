import { codeOf } from "./errors.ts";

/** Why a file that somebody named cannot be read; undefined if the error has another cause. */
export function fileFault(file: string, error: unknown): string | undefined {
  switch (codeOf(error)) {
    case "ENOENT":
      return `There is no file ${file}.`;
    case "EACCES":
      return `This user may not read ${file}.`;
    case "EISDIR":
      return `${file} is a folder.`;
    default:
      return undefined;
  }
}
