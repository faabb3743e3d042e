import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isText, lineOf, readFile, repositoryPaths, ROOT, type SourceFile } from "./source.ts";

/** Forms of keys that people and programs leave behind; put together from pieces, so that this file holds none. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ["a private key", new RegExp(`-----BEGIN (?:[A-Z]+ )?PRIVATE ${"KEY"}-----`, "g")],
  ["a cloud key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ["a token of a code host", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|glpat-[\w-]{20,}|github_pat_\w{40,})/g],
  ["a token of a chat or payment service", /\b(?:xox[abprs]-[\w-]{20,}|sk_live_\w{20,}|AIza[\w-]{35})/g],
  ["a signed token", /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/g],
  ["a package registry's token", new RegExp(`_auth${"Token"}\\s*=`, "g")],
  [
    "a password in an address",
    /\b(?:postgres(?:ql)?|smtps?|https?|redis|mongodb):\/\/[^\s:/@"'`$<>]+:[^\s:/@"'`$<>{}]{6,}@(?!(?:localhost|127\.0\.0\.1|[\w.-]*example(?:\.\w+)?)\b)/g,
  ],
  ["a hash of a password", /\$argon2id?\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43}/g],
  [
    "a secret given as a setting",
    /\b(?:SSO_CLIENT_SECRET|SECRET_KEY|API_KEY|SMTP_PASSWORD)\s*[=:]\s*["']?[A-Za-z0-9/+_-]{20,}/g,
  ],
];

function secretFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    FORMS.flatMap(([what, form]) =>
      [...text.matchAll(form)].map((match) => `${path}:${lineOf(text, match.index)} holds ${what}`),
    ),
  );
}

/** The files that are sent to browsers, if the app has been built. */
function clientFiles(): SourceFile[] {
  const folder = join(ROOT, "build/client");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:js|css|html|json|webmanifest|txt)$/.test(name))
    .map((name) => ({ path: `build/client/${name}`, text: readFileSync(join(folder, name), "utf8") }));
}

/** Words that only the server's half of the program has. */
const SERVER_ONLY = [
  ["the database's driver", /\bpg_notify|insertInto\(|selectFrom\(/],
  ["a name of a secret setting", /SSO_CLIENT_SECRET|SECRET_FILE|DATABASE_URL|SMTP_URL/],
  ["password hashing", /argon2id/],
  ["a module of the server", /write\.server|read\.server\.ts/],
] as const;

describe("S38: secrets", () => {
  it("S38: no file of the repository holds one", () => {
    const files = repositoryPaths().filter(isText).map(readFile);
    expect(files.length).toBeGreaterThan(300);
    expect(secretFaults(files)).toEqual([]);
  });

  it("S38: no file of the kind that holds them is kept", () => {
    const kinds =
      /(?:^|\/)(?:\.env(?!\.example$)|secret|access\.json|id_[a-z]+|.*\.(?:pem|key|p12|pfx|jks|kdbx|dump))$/;
    expect(repositoryPaths().filter((path) => kinds.test(path))).toEqual([]);
    expect(kinds.test("data/secret") && kinds.test(".env") && !kinds.test(".env.example")).toBe(true);
  });

  it.skipIf(clientFiles().length === 0)("S38: what browsers are sent holds none, and nothing of the server", () => {
    const files = clientFiles();
    expect(secretFaults(files)).toEqual([]);
    const leaks = files.flatMap(({ path, text }) =>
      SERVER_ONLY.filter(([, form]) => form.test(text)).map(([what]) => `${path} holds ${what}`),
    );
    expect(leaks).toEqual([]);
    // And no map back to the source.
    expect(files.filter(({ text }) => /sourceMappingURL=/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    [`-----BEGIN RSA PRIVATE ${"KEY"}-----`, "a private key"],
    [`AKIA${"ABCDEFGHIJKLMNOP"}`, "a cloud key"],
    [`ghp_${"a1".repeat(18)}`, "a token of a code host"],
    [`postgres://somebody:${"hunter2hunter2"}@db.internal/x`, "a password in an address"],
    [`SSO_CLIENT_SECRET=${"abcdefghij".repeat(3)}`, "a secret given as a setting"],
    [`_auth${"Token"}=x`, "a package registry's token"],
  ])("planted: %s is caught", (text, what) => {
    expect(secretFaults([{ path: "a.md", text }])).toEqual([`a.md:1 holds ${what}`]);
  });
});
