import { describe, expect, it } from "vitest";
import { readFiles, type SourceFile, withoutComments } from "./source.ts";

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
  /** In names alone: comments may use the word in its ordinary sense. */
  inNamesOnly?: true;
  /** The slices in which it means that; elsewhere the word is ordinary. */
  inside?: RegExp;
  /** What may contain the word, with the reason. */
  except?: readonly [part: RegExp, reason: string][];
};

const GONE: readonly Gone[] = [
  { word: "deal", say: "shuffle position" },
  { word: "dealt", say: "shuffle position" },
  { word: "kept back", say: "undisclosed, hidden", inTexts: true },
  { word: "keep back", say: "hide", inTexts: true },
  { word: "keeping back", say: "hiding", inTexts: true },
  { word: "take out", say: "export" },
  { word: "takeout", say: "export" },
  {
    word: "transfer",
    say: "import, export",
    except: [
      [/\b[dD]ataTransfer\b/, "the browser's name"],
      [/\.buffer\.transfer\(/, "JavaScript's name"],
    ],
  },
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
    word: "tally",
    say: "counts, result, stats",
    except: [[/\bschoolTally\b/, "the API's field of a school"]],
  },
  { word: "tallies", say: "counts, results, stats" },
  {
    word: "tell",
    say: "show, report, notify",
    inNamesOnly: true,
    except: [[/we will tell you|: tell us/, "texts of pages"]],
  },
  { word: "told", say: "shown, published; another name for who was informed", inNamesOnly: true },
  {
    word: "outbox",
    say: "mail queue",
    except: [[/\boutbox(?:[:,]| > 0)|\.outbox\b/, "the API's state of an e-mail, and its field of a broadcast"]],
  },
  {
    word: "letter",
    say: "e-mail",
    inside: /^src\/features\/(?:backup|export|follow|mail|newsletter|settings)\//,
    except: [
      [/\bweekly_letter\b|\bletter: |\.letter\b/, "the table, and the column of an e-mail"],
      [/\bweeklyLetter\b/, "the API's field of an export"],
    ],
  },
  {
    word: "crowd",
    say: "sharing",
    except: [[/\bcrowd: |\.crowd\b/, "the API's field of the anonymity check"]],
  },
  { word: "meter", say: "anonymity check", except: [[/profile\\\/meter\)/, "the address of the call in a pattern"]] },
  {
    word: "cured",
    say: "after hiding",
    except: [[/\bcured: |\.cured\b/, "the API's field of the anonymity check"]],
  },
  { word: "door", say: "API, call, lookup", except: [[/^ *Open the doors$/, "the text of a button"]] },
  { word: "twofold", say: "ambiguous" },
  { word: "telling", say: "significant, needed", inNamesOnly: true },
  { word: "kept out", say: "disallowed", inNamesOnly: true },
  { word: "care", say: "housekeeping", inNamesOnly: true, except: [[/stops you care about/, "the text of a page"]] },
  { word: "take back", say: "undo, lower", inNamesOnly: true },
  { word: "dear", say: "expensive", inNamesOnly: true },
  { word: "coin", say: "random, invented", inNamesOnly: true },
  { word: "coined", say: "invented", inNamesOnly: true },
  { word: "parted", say: "split", inNamesOnly: true },
  { word: "patience", say: "timeout, limit", inNamesOnly: true, inside: /^src\/features\/path\// },
  { word: "patient", say: "long-running", inNamesOnly: true, inside: /^src\/features\/path\// },
  { word: "shared turn", say: "coalesced run" },
  { word: "death", say: "tombstone, the month's times", inNamesOnly: true, inside: /^src\/features\/path\// },
  { word: "line print", say: "fingerprint" },
];

const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Sentences that people read say "e-mail", "mail queue" and "weekly e-mail". Names of the API stand in backticks. */
const OLD_MAIL_WORDS =
  /(?<![`/])\boutbox\b|\bweekly letters?\b|\b(?:an?|the|this|that|each|its|no|more|of|such) mails?\b(?! (?:server|queue|program))|^mails? (?!server|queue|program|from\b)/i;

/** Texts with a space in them, in quotes and between tags; SQL is none. */
function sentencesOf(text: string): string[] {
  const code = withoutComments(text);
  const quoted = [...code.matchAll(/"((?:\\.|[^"\\\n])*)"|`((?:\\[\s\S]|[^`\\])*)`/g)].map(([, a, b]) => a ?? b ?? "");
  const tagged = [...code.matchAll(/>([^<>{}=;]+)[<{]/g)].map(([, inside = ""]) => inside);
  return [...quoted, ...tagged]
    .map((one) => one.trim())
    .filter((one) => /\S\s+\S/.test(one) && !/\b(?:from|join|into) mail\b|\bmail as m\b|^update mail/.test(one));
}

function withoutStrings(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith("/") ? found : found.replace(/[^\n"'`]/g, " ")));
}

/** "aaBb cc", "aa-bb-cc" and "AA_BB_CC" as "aa bb cc", with as many characters on as many lines. */
function asWords(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();
}

type View = "names" | "namesAndComments" | "all";
/** What a file says in words, line by line as the file itself. */
type Read = { path: string; text: string; wordsOf: (view: View) => string };

function read({ path, text }: SourceFile): Read {
  const known = new Map<View, string>();
  const shown = (view: View): string => {
    if (view === "all") return text;
    return view === "names" ? withoutComments(withoutStrings(text)) : withoutStrings(text);
  };
  const wordsOf = (view: View): string => {
    const words = known.get(view) ?? asWords(shown(view));
    known.set(view, words);
    return words;
  };
  return { path, text, wordsOf };
}

function offences(files: readonly Read[], gone: readonly Gone[] = GONE): string[] {
  return gone.flatMap(({ word, say, inTexts, inNamesOnly, inside, except = [] }) => {
    const where = inTexts ? "all" : inNamesOnly ? "names" : "namesAndComments";
    const pattern = new RegExp(`\\b${word}s?\\b`);
    const isFree = (line: string): boolean => except.some(([part]) => part.test(line));
    const concerned = inside ? files.filter(({ path }) => inside.test(path)) : files;
    return concerned.flatMap((file) => {
      const named = pattern.test(asWords(file.path)) ? [`${file.path} is named "${word}": say ${say}`] : [];
      const words = file.wordsOf(where);
      // Most files do not contain the word at all. Then there is no need to search line by line.
      if (!pattern.test(words)) return named;
      const lines = file.text.split("\n");
      return [
        ...named,
        ...words
          .split("\n")
          .flatMap((line, at) =>
            pattern.test(line) && !isFree(lines[at] ?? "") ? [`${file.path}:${at + 1} "${word}": say ${say}`] : [],
          ),
      ];
    });
  });
}

const files = readFiles(/^(?:src|scripts|bench)\/.*\.(?:tsx?|mjs|css)$/).map(read);

describe("the glossary", () => {
  it("names and comments use no word that is gone", () => {
    expect(files.length).toBeGreaterThan(500);
    expect(offences(files)).toEqual([]);
  });

  it("nor do the names in tests use words that mean nothing to a reader", () => {
    const tests = readFiles(/^(?:src|tests)\/.*\.(?:test\.tsx?|ts)$/)
      .filter(({ path }) => /^tests\/|\.test\./.test(path))
      .map(read);
    const words = ["told", "deal", "dealt", "restop", "cured", "twofold", "kept out", "coined"];
    const gone = GONE.filter(({ word }) => words.includes(word)).map((one) => ({ ...one, inNamesOnly: true as const }));
    expect(tests.length).toBeGreaterThan(500);
    expect(offences(tests, gone)).toEqual([]);
  });

  it("texts that people read have one word for e-mails", () => {
    const sources = readFiles(/^src\/.*\.tsx?$/).filter(({ path }) => !path.includes(".test."));
    const faults = sources.flatMap(({ path, text }) =>
      sentencesOf(text).flatMap((one) => (OLD_MAIL_WORDS.test(one) ? [`${path}: ${one}`] : [])),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ['title="The outbox is empty"', true],
    ["<p>\n  Open the mail that we sent.\n</p>", true],
    ['const text = "Mails of the last days";', true],
    ["note={`No weekly letters for ${name}`}", true],
    ['const text = "Open the e-mail, or the mail queue of the mail server";', false],
    ['const text = "What became of it; `outbox`: no mail server is set";', false],
    ['api.request("GET /api/admin/outbox");', false],
    ["sql`delete from mail where a mail`", false],
  ])("planted: %j has an old word for e-mails: %s", (text, isOld) => {
    expect(sentencesOf(text).some((one) => OLD_MAIL_WORDS.test(one))).toBe(isOld);
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
    ["const TALLIES = [];", 'a.ts:1 "tallies": say counts, results, stats'],
    ["// A tally of people.", 'a.ts:1 "tally": say counts, result, stats'],
    ["const isTold = n > 4;", 'a.ts:1 "told": say shown, published; another name for who was informed'],
    ["const crowdOf = 1;", 'a.ts:1 "crowd": say sharing'],
    ["/* The meter. */", 'a.ts:1 "meter": say anonymity check'],
    ["type Outbox = Mail[];", 'a.ts:1 "outbox": say mail queue'],
    ["const typedDoors = [];", 'a.ts:1 "door": say API, call, lookup'],
    ["// The one door to it.", 'a.ts:1 "door": say API, call, lookup'],
    ["function careForPictures(): void {}", 'a.ts:1 "care": say housekeeping'],
    ["const isTooDear = true;", 'a.ts:1 "dear": say expensive'],
    ["const KEPT_OUT = [];", 'a.ts:1 "kept out": say disallowed'],
    ["class SharedTurns {}", 'a.ts:1 "shared turn": say coalesced run'],
  ])("planted: %j is found", (text, fault) => {
    expect(offences([read({ path: "a.ts", text })])).toEqual([fault]);
  });

  it("planted: a word that is gone from one slice is found there only", () => {
    const faults = ["src/features/path/a.ts", "src/server/a.ts"].map((path) =>
      offences([read({ path, text: "const PATIENCE_MS = 5;" })]),
    );
    expect(faults).toEqual([['src/features/path/a.ts:1 "patience": say timeout, limit'], []]);
  });

  it.each([
    'api.request("GET /api/admin/outbox");',
    "const ideal = 1;",
    "event.dataTransfer.files;",
    "isOutboxed;",
    "// The person is told.",
    "const career = 1;",
  ])("planted: %j passes", (text) => {
    expect(offences([read({ path: "a.ts", text })])).toEqual([]);
  });

  it("planted: a word is found where it means that, and only there", () => {
    const text = "/** Sends the letters. */";
    expect(offences([read({ path: "src/features/follow/a.ts", text })])).toEqual([
      'src/features/follow/a.ts:1 "letter": say e-mail',
    ]);
    expect(offences([read({ path: "src/core/a.ts", text })])).toEqual([]);
  });

  it("planted: a file's name is found", () => {
    expect(offences([read({ path: "src/features/jump/read.server.ts", text: "" })])).toHaveLength(1);
  });
});
