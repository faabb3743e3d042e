import { describe, expect, it } from "vitest";
import { readFiles, type SourceFile, withoutComments } from "./source.ts";

const NOTHING = "draws nothing of its own";
const TAB = "a whole tab of the dashboard, which asks the server; tests/e2e/admin-*.test.ts go through its states";
const ASKS = "asks the server; tests/e2e go through its states";

/**
 * Components that the gallery does not show, and why. Whatever else `src/ui` or
 * a slice's `parts` export stands in it, in every state.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "src/ui/client-only.tsx: ClientOnly": NOTHING,
  "src/ui/month-picker-days.tsx: MonthDays": "a view of MonthPickerPanel, which is shown",
  "src/ui/month-picker-years.tsx: Years": "a view of MonthPickerPanel, which is shown",
  "src/features/account/parts/link-action.tsx: LinkAction": "acts as it appears: one use of a letter's link",
  "src/features/account/parts/forgot-form.tsx: ForgotForm": `a TextField and a SubmitButton; ${ASKS}`,
  "src/features/account/parts/reset-form.tsx: ResetForm": `two PasswordFields and a SubmitButton; ${ASKS}`,
  "src/features/account/parts/passkey-login.tsx: PasskeyLogin": `a button where the device knows passkeys; ${ASKS}`,
  "src/features/account/parts/proof.tsx: ProofDeclined": NOTHING,
  "src/features/account/parts/proof.tsx: ProofProvider": NOTHING,
  "src/features/account/parts/proof-dialog.tsx: ProofDialog": `a QuestionDialog; ${ASKS}`,
  "src/features/admin/parts/security-tab.tsx: SecurityTab": TAB,
  "src/features/admin/parts/totp-section.tsx: TotpSection": `part of SecurityTab; ${ASKS}`,
  "src/features/audit/parts/audit-tab.tsx: AuditTab": TAB,
  "src/features/company/parts/admin-companies.tsx: CompaniesTab": TAB,
  "src/features/company/parts/admin-aliases.tsx: Aliases": `chips under a company's form; ${ASKS}`,
  "src/features/company/parts/admin-company-form.tsx: CompanyFormPanel": `LogoField and TextFields; ${ASKS}`,
  "src/features/company/parts/admin-merge.tsx: MergePanel": `a CompanyCombobox and a question; ${ASKS}`,
  "src/features/company/parts/admin-merges.tsx: MergeList": `a PagedList; ${ASKS}`,
  "src/features/company/parts/admin-panel.tsx: SidePanel": "a dialog that covers the gallery where it is narrow",
  "src/features/company/parts/company-combobox.tsx: CompanySearchField": "the field of SearchForm, which is shown",
  "src/features/company/parts/company-combobox-list.tsx: CompanyCombobox": `a Combobox; ${ASKS}`,
  "src/features/company/parts/company-combobox-list.tsx: CompanyMark": "a Monogram or logo in a list, which is shown",
  "src/features/early-access/parts/codes-tab.tsx: CodesTab": TAB,
  "src/features/early-access/parts/coming-soon.tsx: ComingSoon": "a whole page with a title of its own",
  "src/features/jump/parts/jump-dialog.tsx: JumpDialog": `what JumpButton opens; ${ASKS}`,
  "src/features/mail/parts/admin-mails.tsx: MailsTab": TAB,
  "src/features/mail/parts/mail-compose.tsx: MailCompose": `part of MailsTab; ${ASKS}`,
  "src/features/mail/parts/mail-frame.tsx: MailFrame": "the frame in MailView, which is shown",
  "src/features/mail/parts/mail-outbox.tsx: MailOutbox": `part of MailsTab; ${ASKS}`,
  "src/features/mail/parts/mail-test.tsx: MailTest": `part of MailCompose; ${ASKS}`,
  "src/features/network/parts/network-return.tsx: NetworkReturn": "acts as it appears: the way back from a network",
  "src/features/network/parts/network-setting.tsx: NetworkSetting": `a line of the settings; ${ASKS}`,
  "src/features/people/parts/people-tab.tsx: PeopleTab": TAB,
  "src/features/picture/parts/own-picture.tsx: OwnPicture": `an Avatar with two buttons; ${ASKS}`,
  "src/features/profile/parts/leave-question.tsx: LeaveQuestion": "a QuestionDialog as a page is left",
  "src/features/profile/parts/owner-identity.tsx: OwnerIdentity": `Identity with TextFields in place; ${ASKS}`,
  "src/features/profile/parts/save-notice.tsx: SaveNotice": "a Toast about what the page before did",
  "src/features/profile/parts/country-combobox.tsx: CountryCombobox": "what a CountryField becomes, which is shown",
  "src/features/school/parts/school-combobox.tsx: SchoolCombobox": `a Combobox; ${ASKS}`,
  "src/features/school/parts/school-combobox.tsx: SchoolMark": "a SchoolLogo in a list, which is shown",
  "src/features/site/parts/page-error.tsx: PageError":
    "one of MissingPage, NotFound and UnexpectedError, which are shown",
  "src/features/site/parts/connection-notice.tsx: ConnectionNotice": "a toast about a page that does not come",
  "src/features/site/parts/moves.tsx: Moves": "is heard, not seen; tests/e2e/moving.test.ts listens",
  "src/features/suggestion/parts/inbox-tab.tsx: InboxTab": TAB,
  "src/features/transfer/parts/import-section.tsx: ImportSection":
    "reads files; tests/e2e/import.test.ts goes through it",
  "src/features/transfer/parts/replace-question.tsx: ReplaceQuestion": "a QuestionDialog as a second file comes",
  "src/features/transfer/parts/import-bar.tsx: ImportBar":
    "takes every file dropped on its page; tests/e2e/import.test.ts",
  "src/features/transfer/parts/row-company.tsx: RowCompany": "a Combobox, which is shown",
  "src/features/transfer/parts/row-differences.tsx: RowDifferences": "part of ReviewRowItem, which is shown",
};

/** Functions, classes and constants with a component's name; CONSTANTS have another. */
const MADE = /^export (?:default )?(?:async )?(?:function|class|const) ([A-Z]\w*[a-z]\w*)/gm;
const SHOWN = /<Specimen\s+(?:key=\{[^}]+\}\s+)?name="(\w+)"/g;
const IMPORTED = /^import \{([^}]+)\} from "#([^"]+)";$/gm;

/** Those that are made, as "file: Name". */
function componentsOf(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(MADE)].map(([, name = ""]) => `${path}: ${name}`),
  );
}

/** Those that the gallery takes from their own file, draws and gives a specimen of their name, as "file: Name". */
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

/** Components without a specimen or a reason. */
function missingFrom(gallery: readonly SourceFile[], files: readonly SourceFile[]): string[] {
  const shown = shownIn(gallery);
  return componentsOf(files).filter((one) => !(one in LEFT_OUT) && !shown.includes(one));
}

/** Reasons that hold no more: what they are about is not there, or is shown after all. */
function staleIn(reasons: readonly string[], gallery: readonly SourceFile[], files: readonly SourceFile[]): string[] {
  const made = componentsOf(files);
  const shown = shownIn(gallery);
  return reasons.filter((one) => !made.includes(one) || shown.includes(one));
}

const gallery = readFiles(/^src\/features\/gallery\/parts\/.*\.tsx$/);
const components = readFiles(/^src\/(?:ui|features\/(?!gallery\/)[a-z-]+\/parts)\/[a-z-]+\.tsx$/).filter(
  ({ path }) => !path.endsWith(".test.tsx"),
);

/** States that issue and design ask for by name: the words of their specimens. */
const STATES: readonly (readonly [what: string, sight: RegExp])[] = [
  ["a segment of each kind", /\["full", .*\["intern", .*\["gap", .*\["incoming", /s],
  ["a line that goes on, and one that ended", /\["arrow", "bar"\]/],
  ["a return to a company", /const RETURN\b/],
  ["a failing picture", /const BROKEN = "data:/],
  ["an anonymous person", /personOf\("Anonymous"/],
  ["both sentences of a search", /No company on this site.*No users on this site/s],
  ["both layouts of a search", /\["grid", "pipeline"\]/],
  ["a list on its way, failed, empty", /"On its way".*"Failed".*"Empty"/s],
  ["the header for visitors, for people with and without a profile", /"Visitor".*"With a profile.*"Without a profile/s],
  ["the phone's panel, open", /isOpen>\s*<Header/],
];

describe("the gallery", () => {
  it("shows every component, but for those with a reason", () => {
    expect(components.length).toBeGreaterThan(80);
    expect(componentsOf(components).length).toBeGreaterThan(110);
    expect(missingFrom(gallery, components)).toEqual([]);
  });

  it("leaves out only what there is, and what it does not show", () => {
    expect(staleIn(Object.keys(LEFT_OUT), gallery, components)).toEqual([]);
  });

  it("has the states that are asked for by name", () => {
    const code = readFiles(/^src\/features\/gallery\/parts\/.*\.tsx?$/)
      .map(({ text }) => withoutComments(text))
      .join("\n");
    expect(STATES.filter(([, sight]) => !sight.test(code)).map(([what]) => what)).toEqual([]);
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
    expect(
      missingFrom([], [{ path: "src/ui/client-only.tsx", text: `export function ClientOnly() {}\n${text}` }]),
    ).toHaveLength(3);
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
