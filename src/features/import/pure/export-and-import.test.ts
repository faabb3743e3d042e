import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapTexts } from "#core/role-texts.ts";
import { tries } from "#tests/helpers/amount.ts";
import { keyOf } from "#core/text.ts";
import { checkPipeline } from "#features/pipeline/check.ts";
import { inOrder, type PipelineDraft, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { applyReview } from "./apply-review.ts";
import type { Candidate } from "./match-names.ts";
import { NO_CHOICES, chosenRows, resolveAll } from "./review-choices.ts";
import { personChange, personDifferences } from "./person.ts";
import { readResume } from "./read-resume.ts";
import { resumeText } from "#features/export/pure/json-resume.ts";
import { defaultTicks, compareWithFile } from "./compare.ts";
import { companyNames } from "./import-rows.ts";

// A line that leaves as a résumé and comes back is the same line, by the very functions that the page calls.

const idOf = (at: number): string => String(at).padStart(24, "0");

/** Names that are near each other; the first ones are listed, some with further names. */
const NAMES = [
  "Amazon Web Services",
  "Microsoft Research",
  "Meta",
  "Quarry Lane",
  "Amazon Web Service",
  "Microsoft Research Rev",
  "Facebook",
  "Quarry Lane GmbH",
  "The Quarry Lane",
  "Quary Lane",
  "Meta Inc.",
];
const LISTED: Candidate[] = NAMES.slice(0, 4).map((displayName, at) => ({
  id: idOf(at),
  name: keyOf(displayName),
  displayName,
  aliases: displayName === "Meta" ? ["Facebook", "Meta Platforms"] : [],
  logo: `/${at}.svg`,
}));

const role: fc.Arbitrary<RoleDraft> = fc.record({
  tempId2: fc.constant(0),
  title: fc.constantFrom("Engineer", "Clerk", "Intern"),
  kind: fc.constant(undefined),
  startDate: fc.constantFrom("2015-01-01", "2016-05-01", "2018-01-01"),
  endDate: fc.constantFrom("2019-01-01", "2020-01-01"),
  isCurrent: fc.constant(false),
  datePrecision: fc.constant("month" as const),
  rating: fc.constantFrom(0, 60, 100),
  ...mapTexts(() => fc.constantFrom("", "Berlin")),
});

const stops: fc.Arbitrary<StopDraft[]> = fc
  .uniqueArray(fc.nat({ max: NAMES.length - 1 }), { minLength: 1, maxLength: 6 })
  .chain((places) =>
    fc.tuple(
      ...places.map((at) =>
        fc.record({
          tempId2: fc.constant(0),
          _id: fc.constant(""),
          companyId: fc.constant(idOf(at)),
          companyName: fc.constant(NAMES[at] ?? ""),
          logo: fc.constant(""),
          undisclosed: fc.boolean(),
          roles: fc.array(role, { minLength: 1, maxLength: 3 }),
        }),
      ),
    ),
  )
  .map(inOrder)
  .filter((all) => checkPipeline(all).length === 0);

function comeBack(own: readonly StopDraft[], listed: readonly Candidate[]): PipelineDraft {
  const text = resumeText({
    firstName: "Nova",
    lastName: "Quill",
    username: "",
    linkedin: "",
    location: "",
    schoolId: "",
    schoolName: "",
    visibility: "anonymous",
    showMonths: false,
    ownTitles: false,
    hideSchool: true,
    stops: own,
  });
  const { positions } = readResume("resume.json", new TextEncoder().encode(text));
  const rows = compareWithFile(
    [],
    undefined,
    chosenRows(positions, resolveAll(companyNames(positions), listed), NO_CHOICES),
  );
  return applyReview({ stops: [], nextId: 1 }, rows, defaultTicks(rows)).draft;
}

/** How the server finds a stop's company: by its id if it has one, otherwise by the exact name. */
const meant = (all: readonly StopDraft[]) =>
  all.map(({ companyId, companyName, undisclosed, roles }) => {
    const byName = NAMES.findIndex((name) => keyOf(name) === keyOf(companyName));
    return {
      companyId: companyId === "" ? idOf(byName) : companyId,
      companyName,
      undisclosed,
      roles: roles.map(({ tempId2: _tempId2, ...rest }) => rest),
    };
  });

describe("export, wipe, import", () => {
  it("gives the same line, also where companies are named nearly alike", () => {
    fc.assert(
      fc.property(stops, (own) => {
        expect(meant(inOrder(comeBack(own, LISTED).stops))).toEqual(meant(own));
      }),
      { numRuns: tries({ all: 200, some: 60 }) },
    );
  });

  it("gives the settings of the line as they were, into an empty form", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (showMonths, ownTitles, hideSchool) => {
        const settings = { visibility: "anonymous", showMonths, ownTitles, hideSchool } as const;
        const now = { firstName: "", lastName: "", schoolName: "", location: "", linkedin: "" };
        const fresh = { ...now, visibility: "public", showMonths: false, ownTitles: false, hideSchool: false } as const;
        const own = { ...now, ...settings, firstName: "Nova", username: "", schoolId: "", stops: [] };
        const found = readResume("resume.json", new TextEncoder().encode(resumeText(own)));
        const ticked = personDifferences(found, fresh, { isPipelineEmpty: true }).filter(({ isTicked }) => isTicked);
        const change = personChange(found, new Set(ticked.map(({ field }) => field)), 0);
        expect({ ...fresh, ...change }).toMatchObject(settings);
      }),
    );
  });

  it("does not follow an id that stands for another name by now, or that the file was given by somebody", () => {
    fc.assert(
      fc.property(stops, (own) => {
        const turned = LISTED.map((one, at) => ({ ...one, id: idOf((at + 1) % LISTED.length) }));
        for (const stop of comeBack(own, turned).stops) {
          if (stop.companyId === "") continue;
          expect(turned.find(({ id }) => id === stop.companyId)?.displayName).toBe(stop.companyName);
        }
      }),
    );
  });
});
