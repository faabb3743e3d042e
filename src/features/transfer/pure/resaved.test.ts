import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import type { StopForm } from "#features/pipeline/draft.ts";
import { LIMITS, problemText, type ReadResult } from "#features/transfer/rules.ts";
import { FILES, POSITION_HEADER, utf16, zipOf, type Content } from "#tests/helpers/archives.ts";
import { readArchive } from "./archive.ts";
import { fromResume } from "./resume-in.ts";
import { resumeText } from "./resume.ts";
import { toCsv } from "./stops-csv.ts";
import { archiveFiles } from "./take-out.ts";

/** Files as people have them: saved again, renamed, of another program, or of our own. */

const bytesOf = (content: Content): Uint8Array => (typeof content === "string" ? strToU8(content) : content);
const read = (name: string, content: Content): ReturnType<typeof readArchive> =>
  readArchive([{ name, bytes: bytesOf(content) }]);
const shortly = ({ positions }: ReadResult): string[] =>
  positions.map(({ company, title, start, end, isCurrent }) =>
    [company, title, start?.date ?? "–", isCurrent ? "current" : (end?.date ?? "–")].join(" | "),
  );
const sentences = ({ problems }: ReadResult): string[] => problems.map(problemText);
