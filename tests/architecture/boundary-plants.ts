/**
 * One planted violation for each rule about imports, and a legal variant. Both are at `at`, where `*` is their name.
 * With the repository's settings, oxlint must report the violation with the words of the rule, and must not report the
 * variant. A bare path means a re-export from there.
 */
export type Plant = { at: string; wrong: string; right: string; words: string };

const CORE = "core imports nothing";
const UI = "ui knows only core";
const DB = "db knows only core";
const BELOW = "plumbing sits below features";
const SLICES = "of another slice only";
const WIRING = "nobody imports the wiring";
const BROWSER = "also runs in the browser";
const VIEWS = "views reach data through a read";
const LOADER = "only a page's loader reads";
const NO_HTTP = "neither views nor HTTP";
const NO_SQL_IN_API = "an API has paths";
const PURE = "rules are pure";
const ALIAS = "Leave a folder by its alias";

/** As a value in an import; oxlint takes a re-export for a type where types are allowed. */
const taken = (path: string): string => `import { one } from "${path}";\nexport const two = one;\n`;

const IMPORTS: readonly (readonly [at: string, wrong: string, right: string, words: string])[] = [
  ["src/core/*.ts", "../ui/button.tsx", "./text.ts", ALIAS],
  ["src/core/*.ts", "./../ui/button.tsx", "./text.ts", CORE],
  ["src/ui/*.tsx", "./../db/connect.ts", "./icon.tsx", UI],
  ["src/core/*.ts", "zod", "./text.ts", CORE],
  ["src/core/*.ts", "#db/connect.ts", "./text.ts", CORE],
  ["src/core/*.ts", 'export type { One } from "react";\n', 'export type { One } from "./text.ts";\n', CORE],
  ["src/core/*.ts", 'export const one = import("node:fs");\n', 'export const one = import("./text.ts");\n', CORE],
  ["src/ui/*.tsx", "#features/company/rules.ts", "#core/text.ts", UI],
  ["src/ui/*.tsx", "#server/page-context.ts", "react-aria-components", UI],
  ["src/ui/*.tsx", "zod", "lucide-react", UI],
  ["src/db/*.ts", "#features/company/rules.ts", "#core/text.ts", DB],
  ["src/db/*.ts", "#server/ids.ts", "pg", DB],
  ["src/db/*.ts", "hono", "node:fs/promises", DB],
  ["src/db/seed/*.ts", "#features/catalogue/write.server.ts", "#features/title/titles.ts", "demo people are made of"],
  ["src/db/seed/*.ts", "#server/ids.ts", "#db/connect.ts", "demo people are made of"],
  ["src/external/*.ts", "#server/config.ts", "#core/text.ts", "external knows only core"],
  ["src/server/*.ts", "#features/account/read.server.ts", "#db/connect.ts", BELOW],
  ["src/server/*.ts", "#ui/nonce.ts", "hono/cookie", BELOW],
  ["src/server/*.ts", "react", "@hono/node-server", BELOW],
  ["src/server/*.ts", "#app/app.server.ts", "#core/errors.ts", WIRING],
  [
    "src/server/*.ts",
    'import { Link } from "react-router";\nexport const one = Link;\n',
    'import { createContext } from "react-router";\nexport const one = createContext();\n',
    "createContext alone",
  ],
  ["src/features/*/rules.ts", "react", "zod", PURE],
  ["src/features/*/rules.ts", "./read.server.ts", "./titles.ts", PURE],
  ["src/features/*/schema.ts", "#features/other/read.server.ts", "#features/other/schema.ts", PURE],
  ["src/features/*/check.ts", "#db/connect.ts", "#core/text.ts", PURE],
  ["src/features/*/classify.ts", "./page.tsx", "#features/title/pure/names.ts", PURE],
  ["src/features/*/draft.ts", "node:crypto", "#features/title/kind.ts", PURE],
  ["src/features/*/kind.ts", "#server/ids.ts", "./words.ts", PURE],
  ["src/features/*/titles.ts", "#ui/icon.tsx", "#features/title/words.ts", PURE],
  ["src/features/*/words.ts", "#features/other/parts/card.tsx", "#features/other/check.ts", PURE],
  ["src/features/*/pure/zip.ts", "react", "fflate", PURE],
  ["src/features/*/pure/zip.ts", "./../read.server.ts", "./csv.ts", PURE],
  ["src/features/*/pure/zip.ts", "#ui/icon.tsx", "#features/other/pure/csv.ts", PURE],
  ["src/features/*/pure/zip.ts", "#features/other/parts/card.tsx", "#features/other/rules.ts", PURE],
  ["src/features/*/rules.ts", "fflate", "#features/other/pure/csv.ts", PURE],
  ["src/features/*/parts/line.ts", "#features/other/archive.ts", "#features/other/pure/archive.ts", SLICES],
  ["src/features/*/next.ts", "#features/other/write.server.ts", "#features/other/rules.ts", SLICES],
  ["src/features/*/next.ts", "./read.server.ts", "./rules.ts", BROWSER],
  ["src/features/*/parts/line.ts", "#server/ids.ts", "#features/other/parts/card.tsx", BROWSER],
  ["src/features/*/parts/line.ts", "../rules.ts", "#features/other/rules.ts", ALIAS],
  ["src/features/*/parts/line.ts", "./../rules.ts", "./rules.ts", ALIAS],
  ["src/features/*/page.tsx", "#db/connect.ts", "#server/page-context.ts", VIEWS],
  ["src/features/*/page.tsx", "./write.server.ts", "./read.server.ts", VIEWS],
  ["src/features/*/page.tsx", "#server/token.ts", "#features/other/read.server.ts", VIEWS],
  ["src/features/*/page.tsx", "#features/other/page.tsx", "#features/other/parts/card.tsx", SLICES],
  ["src/features/*/page.tsx", "kysely", "#ui/icon.tsx", VIEWS],
  ["src/features/*/edit-page.tsx", "#app/root.tsx", "react-router", WIRING],
  [
    "src/features/*/parts/card.tsx",
    taken("./read.server.ts"),
    'export type { One } from "#features/other/read.server.ts";\n',
    LOADER,
  ],
  ["src/features/*/parts/card.tsx", taken("#server/page-context.ts"), "#core/calendar.ts", LOADER],
  [
    "src/features/*/parts/card.tsx",
    taken("#features/other/read.server.ts"),
    taken("#features/other/parts/card.tsx"),
    SLICES,
  ],
  [
    "src/features/*/parts/card.tsx",
    'export type { One } from "#features/other/write.server.ts";\n',
    taken("#features/other/draft.ts"),
    SLICES,
  ],
  [
    "src/features/*/parts/card.tsx",
    'export type { One } from "#db/schema.ts";\n',
    'export type { One } from "#server/context.ts";\n',
    VIEWS,
  ],
  ["src/features/*/editor/form.tsx", "#features/other/api.server.ts", "#features/other/draft.ts", SLICES],
  ["src/features/*/read.server.ts", "#features/other/write.server.ts", "#features/other/read.server.ts", SLICES],
  ["src/features/*/read.server.ts", "#features/other/parts/card.tsx", "#features/other/rules.ts", SLICES],
  ["src/features/*/read.server.ts", "hono", "kysely", NO_HTTP],
  ["src/features/*/read.server.ts", "#ui/face.tsx", "#server/token.ts", NO_HTTP],
  ["src/features/*/write.server.ts", "#features/other/api.server.ts", "#features/other/write.server.ts", SLICES],
  ["src/features/*/write.server.ts", "react", "#server/purge-channel.ts", NO_HTTP],
  ["src/features/*/create-write.server.ts", "@hono/zod-openapi", "#features/other/create-write.server.ts", NO_HTTP],
  ["src/features/*/api.server.ts", "kysely", "@hono/zod-openapi", NO_SQL_IN_API],
  ["src/features/*/api.server.ts", "#db/connect.ts", "#server/api-app.ts", NO_SQL_IN_API],
  ["src/features/*/api.server.ts", "#features/other/write.server.ts", "./write.server.ts", SLICES],
  ["src/*.ts", "../scripts/seed.ts", "#features/account/api.server.ts", ALIAS],
  ["tests/e2e/*.ts", "../helpers/app.ts", "#tests/helpers/app.ts", ALIAS],
  ["tests/e2e/*.ts", "../../src/app.server.ts", "#app/app.server.ts", ALIAS],
  ["scripts/*.ts", "../src/core/text.ts", "#features/admin/write.server.ts", ALIAS],
  ["bench/*.ts", "../src/core/text.ts", "#server/config.ts", ALIAS],
  ["src/core/*.test.ts", "../ui/button.tsx", "vitest", ALIAS],
];

const from = (text: string): string => (text.includes("\n") ? text : `export { one } from "${text}";\n`);

export const PLANTS: readonly Plant[] = IMPORTS.map(([at, wrong, right, words]) => ({
  at,
  wrong: from(wrong),
  right: from(right),
  words,
}));

/** House rules that are no import rules; `words` is the rule's name. */
export const OTHERS: readonly Plant[] = [
  {
    at: "src/features/*/view.tsx",
    wrong: "export default 1;\n",
    right: "export const one = 1;\n",
    words: "import(no-default-export)",
  },
  {
    at: "src/features/*/page.tsx",
    wrong: "export default 1;\nexport const two: any = 2;\n",
    right: "export default 1;\n",
    words: "typescript(no-explicit-any)",
  },
  {
    at: "src/core/*.ts",
    wrong: "export const one = (a: string | undefined): string => a!;\n",
    right: "export const one = (a: string): string => a;\n",
    words: "typescript(no-non-null-assertion)",
  },
  {
    at: "src/core/*.ts",
    wrong: 'import { One } from "./text.ts";\nexport const one = (a: One): One => a;\n',
    right: 'import type { One } from "./text.ts";\nexport const one = (a: One): One => a;\n',
    words: "typescript(consistent-type-imports)",
  },
  {
    at: "src/core/*OddName.ts",
    wrong: "export const one = 1;\n",
    right: "export const one = 1;\n",
    words: "unicorn(filename-case)",
  },
  {
    at: "src/server/*.ts",
    wrong: 'console.log("one");\n',
    right: "export const one = 1;\n",
    words: "eslint(no-console)",
  },
  {
    at: "src/core/*.ts",
    wrong: "export const one = [\n" + "  1,\n".repeat(300) + "];\n",
    right: "export const one = [\n" + "  1,\n".repeat(290) + "];\n",
    words: "eslint(max-lines)",
  },
  {
    at: "src/ui/*.tsx",
    wrong: "export const One = ({ all }: { all: string[] }) => <ul>{all.map((one) => <li>{one}</li>)}</ul>;\n",
    right:
      "export const One = ({ all }: { all: string[] }) => <ul>{all.map((one) => <li key={one}>{one}</li>)}</ul>;\n",
    words: "react(jsx-key)",
  },
  {
    at: "src/ui/*.tsx",
    wrong: 'export const One = () => <img src="/one.svg" />;\n',
    right: 'export const One = () => <img src="/one.svg" alt="" />;\n',
    words: "jsx-a11y(alt-text)",
  },
  {
    at: "src/ui/*.tsx",
    wrong:
      'import { useState } from "react";\nexport function One({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n',
    right: 'import { useState } from "react";\nexport function One() {\n  useState(1);\n  return null;\n}\n',
    words: "rules-of-hooks",
  },
];
