import { describe, expect, it } from "vitest";
import { readFiles, type SourceFile, withoutComments } from "./source.ts";

/**
 * Components of COMPONENTS that the gallery does not show, and why. It shows every other one in every state, except
 * those of `isSeen`. The browser tests of each page go through the states of its own parts.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "src/features/person-card/parts/person-card.tsx: CardLine": "drawn in PersonCard, which is shown",
  "src/features/person-card/parts/person-card.tsx: CardItem": "drawn in PersonCards, which is shown",
  "src/ui/chart/band.tsx: Band": "drawn in Plot, which is shown",
  "src/ui/chart/band.tsx: Reference": "drawn in Plot, which is shown",
  "src/ui/chart/capsule.tsx: Capsule": "drawn in StepCurve, which is shown",
  "src/ui/chart/whisker.tsx: Whisker": "drawn in Plot, which is shown",
  "src/ui/client-only.tsx: ClientOnly": "draws nothing of its own",
  "src/features/drawing/parts/drawn-part.tsx: DrawnPart":
    "the place of what a loader drew; tests/e2e/drawn-parts.test.ts",
  "src/features/page/parts/page-error.tsx: PageError":
    "one of MissingPage, NotFound and UnexpectedError, which are shown",
  "src/ui/filtered-list.tsx: FilteredList": "Segments above a PagedList, which are shown; tests/e2e/admin-tabs.test.ts",
  "src/features/site/parts/connection-notice.tsx: ConnectionNotice": "a toast about a page that does not come",
  "src/features/site/parts/held-forms.tsx: HoldForms": "a script in the head of the document",
  "src/features/site/parts/held-forms.tsx: SendHeldForms": "draws nothing",
  "src/features/site/parts/after-navigation.tsx: AfterNavigation":
    "is heard, not seen; tests/e2e/moving.test.ts listens",
};

/**
 * Parts of single pages that the gallery shows with extreme data: 0, 4, 5 and 5,000 people, names of 80 characters. The
 * browser tests of these pages have demo data, which has neither.
 */
const EXTREME = [
  "src/features/admin/parts/dashboard.tsx: Dashboard",
  "src/features/company-admin/parts/company-list.tsx: CompanyTable",
  "src/features/follow/parts/follow-row.tsx: FollowRow",
  "src/features/import/parts/import-review.tsx: ImportReview",
  "src/features/import/parts/problem-list.tsx: ProblemList",
  "src/features/import/parts/school-meaning.tsx: SchoolMeaningField",
  "src/features/insight/parts/company-insights.tsx: CompanyInsights",
  "src/features/insight/parts/comparison.tsx: Comparison",
  "src/features/insight/parts/school-insights.tsx: SchoolInsights",
  "src/features/insight/parts/title-sections.tsx: TitleSections",
  "src/features/like-me/parts/aligned-line.tsx: AlignedLineView",
  "src/features/mail/parts/mail-preview.tsx: MailView",
  "src/features/mail/parts/mail-progress.tsx: MailProgress",
  "src/features/route/parts/route-line.tsx: RouteLine",
  "src/features/route/parts/route-row.tsx: RouteRow",
  "src/features/search/parts/find-form.tsx: FindForm",
  "src/features/search/parts/found-lists.tsx: FoundLists",
  "src/features/search/parts/found-view.tsx: FoundPage",
  "src/features/search/parts/popular.tsx: AlikeCompanies",
  "src/features/search/parts/popular.tsx: PopularCompanies",
  "src/features/search/parts/results.tsx: Results",
  "src/features/search/parts/search-form.tsx: SearchForm",
  "src/features/suggestion/parts/inbox-item.tsx: InboxItem",
  "src/features/way/parts/way-answer.tsx: WayAnswerView",
];

/** What pages of several slices are made of. */
const COMPONENTS = /^src\/(?:ui|ui\/chart|features\/(?:drawing|page|person-card|pipeline|site)\/parts)\/[a-z-]+\.tsx$/;

/** Functions, classes and constants with a component's name; CONSTANTS have another. */
const MADE = /^export (?:default )?(?:async )?(?:function|class|const) ([A-Z]\w*[a-z]\w*)/gm;
const SHOWN = /<Specimen\s+(?:key=\{[^}]+\}\s+)?name="(\w+)"/g;
const IMPORTED = /^import \{([^}]+)\} from "#([^"]+)";$/gm;

/** The exported components of these files, as "file: Name". */
function componentsOf(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(MADE)].map(([, name = ""]) => `${path}: ${name}`),
  );
}

/** The components that the gallery imports, draws, and shows in a specimen with their name, as "file: Name". */
function shownIn(gallery: readonly SourceFile[]): string[] {
  const files = gallery.map(({ text }) => withoutComments(text));
  const named = new Set(files.flatMap((code) => [...code.matchAll(SHOWN)].map(([, name]) => name)));
  return files.flatMap((code) =>
    [...code.matchAll(IMPORTED)].flatMap(([, names = "", from = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => named.has(name) && new RegExp(`<${name}\\b`).test(code))
        .map((name) => `src/${from}: ${name}`),
    ),
  );
}

/** The files that a file imports, also lazily, as paths from the root of the repository. */
function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/(?:from |import\()"([#.][^"]+)"/g)].map(([, from = ""]) =>
    from.startsWith("#") ? `src/${from.slice(1)}` : `${path.slice(0, path.lastIndexOf("/"))}/${from.slice(2)}`,
  );
}

/** A file that calls the server. Its states depend on the answers, and the browser tests of its page cover them. */
const ASKS = /"#core\/api-client\.ts"|"#ui\/use-pages\.ts"|"[#.][^"]*(?:calls|lookup)\.ts"/;

/** Components that are seen without a specimen: their file asks the server, or a file with a specimen draws them. */
function isSeen(one: string, shown: readonly string[], files: readonly SourceFile[]): boolean {
  const path = one.slice(0, one.indexOf(":"));
  const own = files.find((file) => file.path === path);
  if (own && ASKS.test(own.text)) return true;
  return files.some(
    (file) => shown.some((other) => other.startsWith(`${file.path}:`)) && importsOf(file).includes(path),
  );
}

/** Components without a specimen or a reason. */
function missingFrom(gallery: readonly SourceFile[], files: readonly SourceFile[]): string[] {
  const shown = shownIn(gallery);
  return componentsOf(files).filter((one) => !(one in LEFT_OUT) && !shown.includes(one) && !isSeen(one, shown, files));
}

/** Reasons that are no longer needed: the component does not exist, has a specimen, or is seen in another way. */
function staleIn(reasons: readonly string[], gallery: readonly SourceFile[], files: readonly SourceFile[]): string[] {
  const made = componentsOf(files);
  const shown = shownIn(gallery);
  return reasons.filter((one) => !made.includes(one) || shown.includes(one) || isSeen(one, shown, files));
}

const gallery = readFiles(/^src\/features\/gallery\/parts\/.*\.tsx$/);
const components = readFiles(COMPONENTS).filter(({ path }) => !path.endsWith(".test.tsx"));

describe("the gallery", () => {
  it("shows every component of several pages, but for those with a reason", () => {
    expect(components.length).toBeGreaterThan(65);
    expect(componentsOf(components).length).toBeGreaterThan(93);
    expect(missingFrom(gallery, components)).toEqual([]);
  });

  it("shows parts of single pages with extreme data", () => {
    const shown = shownIn(gallery);
    expect(EXTREME.filter((one) => !shown.includes(one))).toEqual([]);
  });

  it("leaves out only what there is, and what it does not show", () => {
    expect(staleIn(Object.keys(LEFT_OUT), gallery, components)).toEqual([]);
  });

  it("planted: a component that is not shown is caught, also in a file of which another is left out", () => {
    const text =
      "export function Shown() {}\nexport function Forgotten() {}\nexport const Lazy = lazy();\nexport function helper() {}\nexport const MOST = 3;";
    const files = [{ path: "src/ui/planted.tsx", text }];
    const shown = (code: string) => [{ path: "src/features/gallery/parts/planted.tsx", text: code }];
    const from = 'import { Shown } from "#ui/planted.tsx";\n';
    const rest = ["src/ui/planted.tsx: Forgotten", "src/ui/planted.tsx: Lazy"];
    expect(missingFrom(shown(`${from}<Specimen name="Shown"><Shown /></Specimen>`), files)).toEqual(rest);
    // A specimen of that name without it in it, and one of another file's.
    expect(missingFrom(shown(`${from}<Specimen name="Shown"></Specimen>`), files)).toHaveLength(3);
    expect(missingFrom(shown('<Specimen name="Shown"><Shown /></Specimen>'), files)).toHaveLength(3);
    expect(missingFrom([], files)).toHaveLength(3);
  });

  it("planted: what asks the server, or is drawn by what is shown, needs no specimen of its own", () => {
    const files = [
      { path: "src/ui/planted.tsx", text: 'import { Part } from "./part.tsx";\nexport function Shown() {}' },
      { path: "src/ui/part.tsx", text: 'import { Deep } from "./deep.tsx";\nexport function Part() {}' },
      { path: "src/ui/deep.tsx", text: "export function Deep() {}" },
      { path: "src/ui/asks.tsx", text: 'import { callApi } from "#core/api-client.ts";\nexport function Asks() {}' },
    ];
    const shown = [
      {
        path: "src/features/gallery/parts/planted.tsx",
        text: 'import { Shown } from "#ui/planted.tsx";\n<Specimen name="Shown"><Shown /></Specimen>',
      },
    ];
    expect(missingFrom(shown, files)).toEqual(["src/ui/deep.tsx: Deep"]);
  });

  it("planted: a reason for what is gone or shown is caught", () => {
    const files = [{ path: "src/ui/planted.tsx", text: "export function Shown() {}" }];
    const shown = [
      {
        path: "planted.tsx",
        text: 'import { Shown } from "#ui/planted.tsx";\n<Specimen name="Shown"><Shown /></Specimen>',
      },
    ];
    expect(staleIn(["src/ui/planted.tsx: Shown"], [], files)).toEqual([]);
    expect(staleIn(["src/ui/planted.tsx: Shown"], shown, files)).toHaveLength(1);
    expect(staleIn(["src/ui/planted.tsx: Gone"], [], files)).toHaveLength(1);
  });
});
