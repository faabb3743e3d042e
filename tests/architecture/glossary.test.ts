import { describe, expect, it } from "vitest";
import { readFiles, type SourceFile } from "./source.ts";

/**
 * One word for each thing (CONTRIBUTING.md). Words that the program no longer uses stay out of its names and comments,
 * including names of files. Texts in quotes are free: addresses, the database and clients keep their words.
 */
type Gone = {
  /** In small letters; "mail mark" also finds `mailMark`, `mail-mark` and `MAIL_MARK`. */
  word: string;
  say: string;
  /** Also in texts that people read. */
  inTexts?: true;
  /** What may contain the word, with the reason. */
  except?: readonly [part: RegExp, reason: string][];
};

const GONE: readonly Gone[] = [
  { word: "deal", say: "shuffle position" },
  { word: "dealt", say: "shuffle position" },
  { word: "kept back", say: "undisclosed, hidden", inTexts: true },
  { word: "keep back", say: "hide", inTexts: true },
  { word: "keeping back", say: "hiding", inTexts: true },
  { word: "take out", say: "export", except: [[/take out 1"/, "the text of a button"]] },
  { word: "takeout", say: "export" },
  { word: "transfer", say: "import, export", except: [[/\b[dD]ataTransfer\b/, "the browser's name"]] },
  {
    word: "jump",
    say: "quick search",
    except: [
      [/\/\^\\\/.*jump|\|jump\/\.test/, "the address /api/jump in a pattern"],
      [/Jump to</, "the text of a button"],
      [/field would jump/, "a field that moves"],
    ],
  },
  { word: "marked body", say: "nonce template" },
  { word: "raw path", say: "path" },
  { word: "restop", say: "a stop's new company" },
  { word: "masked", say: "undisclosed" },
  {
    word: "outbox",
    say: "mail queue",
    except: [
      [/\boutbox(?:[:,]| > 0)|\.outbox\b/, "the API's state of an e-mail, and its field of a broadcast"],
      [/Back to the outbox$/, "the text of a button"],
    ],
  },
  {
    word: "cured",
    say: "after hiding",
    except: [[/\bcured: |\.cured\b/, "the API's field of the anonymity check"]],
  },
];

const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

function withoutStrings(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith("/") ? found : found.replace(/[^\n"'`]/g, " ")));
}

/** "aaBb cc", "aa-bb-cc" and "AA_BB_CC" as "aa bb cc", with as many characters on as many lines. */
function asWords(line: string): string {
  return line
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();
}

type Read = { path: string; lines: string[]; names: string[]; texts: string[] };

function read({ path, text }: SourceFile): Read {
  const lines = text.split("\n");
  return { path, lines, names: withoutStrings(text).split("\n").map(asWords), texts: lines.map(asWords) };
}

function offences(files: readonly Read[], gone: readonly Gone[] = GONE): string[] {
  return gone.flatMap(({ word, say, inTexts, except = [] }) => {
    const pattern = new RegExp(`\\b${word}s?\\b`);
    const isFree = (line: string): boolean => except.some(([part]) => part.test(line));
    return files.flatMap(({ path, lines, names, texts }) => [
      ...(pattern.test(asWords(path)) ? [`${path} is named "${word}": say ${say}`] : []),
      ...(inTexts ? texts : names).flatMap((line, at) =>
        pattern.test(line) && !isFree(lines[at] ?? "") ? [`${path}:${at + 1} "${word}": say ${say}`] : [],
      ),
    ]);
  });
}

const files = readFiles(/^(?:src|scripts|bench)\/.*\.(?:tsx?|mjs|css)$/).map(read);

describe("the glossary", () => {
  it("names and comments use no word that is gone", () => {
    expect(files.length).toBeGreaterThan(500);
    expect(offences(files)).toEqual([]);
  });

  it("every exception is needed", () => {
    for (const gone of GONE)
      for (const [part, reason] of gone.except ?? []) {
        const others = (gone.except ?? []).filter(([other]) => other !== part);
        expect(offences(files, [{ ...gone, except: others }]), `${gone.word}: ${reason}`).not.toEqual([]);
      }
  });

  it.each([
    ["const deals = order(SECRET);", 'a.ts:1 "deal": say shuffle position'],
    ["// Companies that are kept back.", 'a.ts:1 "kept back": say undisclosed, hidden'],
    ['const text = "It is kept back.";', 'a.ts:1 "kept back": say undisclosed, hidden'],
    ["\n/** Reads the\n * take-out. */", 'a.ts:3 "take out": say export'],
    ["function writeMarkedBody(): void {}", 'a.ts:1 "marked body": say nonce template'],
    ["const MAX_JUMPS = 3;", 'a.ts:1 "jump": say quick search'],
    ["<p>{jumpTo}</p>", 'a.ts:1 "jump": say quick search'],
    ["type Outbox = Mail[];", 'a.ts:1 "outbox": say mail queue'],
  ])("planted: %j is found", (text, fault) => {
    expect(offences([read({ path: "a.ts", text })])).toEqual([fault]);
  });

  it.each(['api.request("GET /api/admin/outbox");', "const ideal = 1;", "event.dataTransfer.files;", "isOutboxed;"])(
    "planted: %j passes",
    (text) => {
      expect(offences([read({ path: "a.ts", text })])).toEqual([]);
    },
  );

  it("planted: a file's name is found", () => {
    expect(offences([read({ path: "src/features/jump/read.server.ts", text: "" })])).toHaveLength(1);
  });
});
