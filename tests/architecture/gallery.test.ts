import { describe, expect, it } from "vitest";
import { readFiles, type SourceFile, withoutComments } from "./source.ts";

/**
 * Components that the gallery does not show, by file and with the reason. Whatever else `src/ui` or a slice's `parts`
 * export stands in it, in every state.
 */
const PAGE = "the main part of a page or tab; tests/e2e goes through its states";
const LEFT_OUT: Readonly<Record<string, string>> = {
  "src/ui/client-only.tsx": "draws nothing of its own",
  "src/ui/month-picker-days.tsx": "a view of MonthPickerPanel, which is shown",
  "src/ui/month-picker-years.tsx": "a view of MonthPickerPanel, which is shown",
  "src/features/profile/parts/country-combobox.tsx": "what a CountryField becomes, which is shown",
  "src/features/suggestion/parts/sent-notice.tsx": "takes the focus; SentWithoutScript, which is shown, looks the same",
  "src/features/site/parts/header.tsx": "stands above the gallery itself",
  "src/features/site/parts/footer.tsx": "stands under the gallery itself",
  "src/features/site/parts/skip-link.tsx": "stands above the gallery itself",
  "src/features/site/parts/theme-button.tsx": "stands in the header",
  "src/features/site/parts/moves.tsx": "is heard, not seen; tests/e2e/moving.test.ts listens",
  "src/features/jump/parts/jump-button.tsx": "stands in the header",
  "src/features/jump/parts/jump-dialog.tsx": "opened by the header's button",
  "src/features/site/parts/page-error.tsx": "words for MissingPage, which is shown",
  "src/features/company/parts/company-combobox.tsx": "a plain field that becomes a Combobox, which is shown",
  "src/features/company/parts/company-combobox-list.tsx": "a Combobox that asks the server",
  "src/features/school/parts/school-combobox.tsx": "a Combobox that asks the server",
  "src/features/account/parts/proof-dialog.tsx": "a QuestionDialog that asks the server",
  "src/features/account/parts/proof.tsx": "draws nothing of its own",
  "src/features/account/parts/gate.tsx": PAGE,
  "src/features/account/parts/gate-done.tsx": PAGE,
  "src/features/account/parts/gate-form.tsx": PAGE,
  "src/features/account/parts/forgot-form.tsx": PAGE,
  "src/features/account/parts/reset-form.tsx": PAGE,
  "src/features/account/parts/link-action.tsx": PAGE,
  "src/features/account/parts/passkey-login.tsx": PAGE,
  "src/features/discover/parts/band.tsx": PAGE,
  "src/features/early-access/parts/code-form.tsx": PAGE,
  "src/features/early-access/parts/coming-soon.tsx": PAGE,
  "src/features/home/parts/explainer.tsx": PAGE,
  "src/features/home/parts/features.tsx": PAGE,
  "src/features/home/parts/hero-map.tsx": PAGE,
  "src/features/home/parts/people.tsx": PAGE,
  "src/features/network/parts/network-button.tsx": PAGE,
  "src/features/network/parts/network-return.tsx": PAGE,
  "src/features/network/parts/network-setting.tsx": PAGE,
  "src/features/newsletter/parts/newsletter-form.tsx": PAGE,
  "src/features/picture/parts/own-picture.tsx": PAGE,
  "src/features/profile/parts/owner-identity.tsx": PAGE,
  "src/features/profile/parts/save-notice.tsx": PAGE,
  "src/features/search/parts/results.tsx": PAGE,
  "src/features/search/parts/search-form.tsx": PAGE,
  "src/features/suggestion/parts/suggestion-form.tsx": PAGE,
};

/** The dashboard's own tabs: administrators alone see them, tests/e2e/admin-*.test.ts goes through their states. */
const DASHBOARD =
  /^src\/features\/(?:admin|audit|mail|people)\/parts\/|^src\/features\/company\/parts\/admin-|^src\/features\/early-access\/parts\/(?:codes-tab|new-code-form)|^src\/features\/suggestion\/parts\/inbox-/;

const MADE = /^export (?:async )?function ([A-Z]\w*)/gm;
const SHOWN = /<Specimen\s+(?:key=\{[^}]+\}\s+)?name="(\w+)"/g;

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...withoutComments(text).matchAll(pattern)].map((match) => match[1] ?? "");

/** Components that are neither shown nor left out for a reason. */
function missingFrom(gallery: readonly SourceFile[], files: readonly SourceFile[]): string[] {
  const shown = gallery.flatMap(({ text }) => namesIn(text, SHOWN));
  return files
    .filter(({ path }) => !(path in LEFT_OUT) && !DASHBOARD.test(path))
    .flatMap(({ path, text }) => namesIn(text, MADE).map((name) => ({ path, name })))
    .filter(({ name }) => !shown.includes(name))
    .map(({ path, name }) => `${path}: ${name} is not in the gallery`);
}

const gallery = readFiles(/^src\/features\/gallery\/parts\/.*\.tsx$/);
const components = readFiles(/^src\/(?:ui|features\/(?!gallery\/)[a-z-]+\/parts)\/[a-z-]+\.tsx$/).filter(
  ({ path }) => !path.endsWith(".test.tsx"),
);

describe("the gallery", () => {
  it("shows every component, but for those with a reason", () => {
    expect(components.length).toBeGreaterThan(80);
    expect(missingFrom(gallery, components)).toEqual([]);
  });

  it("leaves out only what there is", () => {
    const paths = components.map(({ path }) => path);
    expect(Object.keys(LEFT_OUT).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("planted: a component that is not shown is caught", () => {
    const text = "export function Shown() {}\nexport function Forgotten() {}\nexport function helper() {}";
    const files = [{ path: "src/ui/planted.tsx", text }];
    const shown = [{ path: "src/features/gallery/parts/planted.tsx", text: '<Specimen name="Shown">' }];
    expect(missingFrom(shown, files)).toEqual(["src/ui/planted.tsx: Forgotten is not in the gallery"]);
    expect(missingFrom(shown, [{ path: "src/ui/client-only.tsx", text }])).toEqual([]);
  });
});
