import { expect, it } from "vitest";
import { isTest, readFiles, type SourceFile, withoutComments } from "./source.ts";

/** Where each of these may occur: the function that makes what others see, and its callers. */
const ALONE: readonly { what: RegExp; in: readonly string[] }[] = [
  {
    what: /__public\b/,
    in: [
      "src/features/profile/schema.ts",
      "src/features/profile/pure/projection.ts",
      // Borrows the mark for people of the gallery and of tests.
      "src/features/person-card/parts/fixtures.ts",
    ],
  },
  { what: /\bas (?:unknown as )?PublicProfile\b/, in: ["src/features/person-card/parts/fixtures.ts"] },
  {
    what: /\btoPublicProfile\(/,
    in: [
      "src/features/profile/pure/projection.ts",
      "src/features/profile/read.server.ts",
      "src/features/profile/outdated-write.server.ts",
      "src/features/editor/parts/preview.ts",
    ],
  },
  {
    what: /\btoPublicLine\(/,
    in: ["src/features/profile/pure/projection.ts", "src/features/profile/visible.server.ts"],
  },
  {
    what: /\b(?:toStopViews|toSeenRoles)\(/,
    in: ["src/features/pipeline/pure/stop-views.ts", "src/features/profile/pure/projection.ts"],
  },
];

function misplaced(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    ALONE.filter((one) => !one.in.includes(path) && one.what.test(withoutComments(text))).map(
      ({ what }) => `${path}: ${what.source}`,
    ),
  );
}

const files = readFiles(/^src\/.*\.tsx?$/).filter(({ path }) => !isTest(path));

it("one function alone makes what others see, for the server and for the editor's preview", () => {
  expect(misplaced(files)).toEqual([]);
  for (const { what, in: places } of ALONE)
    for (const place of places)
      expect(files.find(({ path }) => path === place)?.text, `${place}: ${what}`).toMatch(what);
});

it("sees a second one", () => {
  const text = "const shown = { ...row, __public: true } as PublicProfile;";
  expect(misplaced([{ path: "src/features/search/read.server.ts", text }])).toHaveLength(2);
});
