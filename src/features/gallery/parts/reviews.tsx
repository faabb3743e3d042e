import type { ReactNode } from "react";
import { ImportReview } from "#features/import/parts/import-review.tsx";
import { ProblemList } from "#features/import/parts/problem-list.tsx";
import { SchoolMeaningField } from "#features/import/parts/school-meaning.tsx";
import type { PersonNow } from "#features/import/pure/person.ts";
import { meaningOf, type SchoolOffer } from "#features/import/pure/match-school.ts";
import type { ImportRow } from "#features/import/pure/import-rows.ts";
import { resolveAll } from "#features/import/pure/review-choices.ts";
import type { KnownDate, Position, ReadResult } from "#features/import/rules.ts";
import { draftFrom, type PipelineDraft } from "#features/pipeline/draft.ts";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { ClientOnly } from "#ui/client-only.tsx";
import "#features/import/parts/import.css";
import "#features/import/parts/review.css";
import { LONG_NAME, LONG_WORD } from "./people.ts";
import { Specimen, States } from "./specimen.tsx";

const NOTHING = (): void => undefined;
const from = { file: `${LONG_WORD}.csv`, line: 2 };
const month = (date: string): KnownDate => ({ date, precision: "month" });
const year = (date: string): KnownDate => ({ date, precision: "year" });

function job(company: string, title: string, start: KnownDate | undefined, end?: KnownDate): Position {
  const rest = { location: LONG_WORD, description: "", companyId: "", kind: undefined, rating: 0 as const };
  return { ...rest, from, company, title, start, end, isCurrent: end === undefined };
}

type Own = { company: string; title: string; start: string; end: string };
const SAME: Own = { company: LONG_NAME, title: "Clerk", start: "2012-01-01", end: "2013-06-01" };
const OTHERS: Own = { company: LONG_WORD, title: LONG_WORD, start: "2014-01-01", end: "2015-06-01" };
const GROWN: Own = { company: "Quillon", title: "Engineer", start: "2016-01-01", end: "2018-06-01" };
const GONE: Own = { company: "Oakhollow", title: "Gardener", start: "2010-01-01", end: "2011-06-01" };

function pipelineOf(jobs: readonly Own[]): PipelineDraft {
  return jobs.reduce((draft, { company, title, start, end }) => {
    const added = changeDraft(draft, { do: "add-stop", at: 0 });
    const at = added.stops[0]?.tempId2 ?? 0;
    const role = added.stops[0]?.roles[0]?.tempId2 ?? 0;
    const named = changeDraft(added, { do: "set-company", stop: at, companyId: "", companyName: company, logo: "" });
    return changeDraft(named, { do: "set-role", stop: at, role, change: { title, startDate: start, endDate: end } });
  }, draftFrom([]));
}

const LAST: readonly ImportRow[] = [GROWN, GONE].map(({ company, title, start, end }) => {
  const rest = { companyId: "", logo: "", isCurrent: false, kind: undefined, rating: 0 as const };
  return { ...rest, from, companyName: company, title, start: month(start), end: month(end) };
});

const LISTED = [{ id: "a", name: "kestrel and rowe", displayName: LONG_NAME.replace("The", "Kestrel &") }];
const EMPTY: ReadResult = { positions: [], education: [], profile: undefined, problems: [] };
const PROBLEMS = [2, 4, 7, 5_000].map((line) => ({ ...from, line, why: "The row has no company, so we left it out." }));
const EDUCATION = [LONG_NAME, LONG_WORD].map((school) => {
  const rest = { schoolId: "", degree: "", notes: "", activities: "", start: undefined, end: undefined };
  return { ...rest, from, school };
});
const POSITIONS = [
  job(LONG_NAME, "Senior Engineer", month("2022-03-01")),
  job("Kestrel & Rowe", "Engineer", year("2019-01-01"), year("2019-01-01")),
  job(GROWN.company, GROWN.title, month(GROWN.start), month("2018-09-01")),
  job(OTHERS.company, OTHERS.title, month(OTHERS.start), month("2016-01-01")),
  job(SAME.company, SAME.title, month(SAME.start), month(SAME.end)),
  job("مؤسسة المرافئ للهندسة", "مهندس برمجيات", month("2009-01-01"), month("2009-12-01")),
  job(`${LONG_WORD} 2`.slice(2), "", undefined, year("2008-01-01")),
];

const NOBODY: PersonNow = {
  firstName: "",
  lastName: "",
  schoolName: "",
  location: "",
  linkedin: "",
  visibility: "public",
  showMonths: false,
  ownTitles: false,
  hideSchool: false,
};
const SOMEBODY = { ...NOBODY, firstName: LONG_WORD, lastName: LONG_NAME, schoolName: LONG_NAME, location: "Canada" };

function Review(props: { found: ReadResult; now?: PersonNow; isListMissing?: boolean }): ReactNode {
  const names = props.found.positions.map(({ company }) => company);
  return (
    <ClientOnly>
      {() => (
        <ImportReview
          result={props.found}
          resolutions={resolveAll(names, LISTED)}
          isListMissing={props.isListMissing ?? false}
          companies={LISTED}
          last={{ rows: [...LAST], person: {} }}
          pipeline={pipelineOf(names.length === 1 ? [SAME] : [GONE, SAME, OTHERS, GROWN])}
          now={props.now ?? NOBODY}
          onTake={NOTHING}
          onClose={NOTHING}
        />
      )}
    </ClientOnly>
  );
}

const PERSON = { firstName: LONG_WORD, lastName: "Quill", countryCode: "DE", countryName: "Germany" };
const OFFERS: readonly SchoolOffer[] = [
  { id: "a", name: LONG_NAME, country: "Norway", logo: "" },
  { id: "b", name: LONG_WORD, country: "Canada", logo: "" },
];

/** `offers` is undefined while the school is being looked up. */
function Meaning(props: { name: string; offers?: readonly SchoolOffer[]; isFailed?: boolean }): ReactNode {
  const { name, offers, isFailed = false } = props;
  const meaning = offers && meaningOf(name, offers);
  return <SchoolMeaningField lookUp={{ name, meaning, isFailed, chosen: meaning?.chosen ?? "" }} onChoose={NOTHING} />;
}

/** The review of an import: nothing, much, names as long as they may be, another script, and what does not come. */
export function Reviews(): ReactNode {
  return (
    <>
      <Specimen name="ImportReview">
        <States
          of={{
            "New, changed, differing, the same and gone": (
              <Review found={{ ...EMPTY, positions: POSITIONS, problems: PROBLEMS }} />
            ),
            "The person in place of another": (
              <Review found={{ ...EMPTY, profile: PERSON, education: EDUCATION }} now={SOMEBODY} />
            ),
            "Nothing to add": <Review found={{ ...EMPTY, positions: POSITIONS.slice(4, 5) }} />,
            "Without the list of companies": (
              <Review found={{ ...EMPTY, positions: POSITIONS.slice(0, 1) }} isListMissing />
            ),
          }}
        />
      </Specimen>
      <Specimen name="SchoolMeaningField">
        <States
          of={{
            Listed: <Meaning name={LONG_NAME} offers={OFFERS} />,
            "None for sure": <Meaning name="Lakes" offers={OFFERS} />,
            New: <Meaning name={LONG_WORD} offers={[]} />,
            Searching: <Meaning name={LONG_WORD} />,
            Failed: <Meaning name={LONG_NAME} isFailed />,
          }}
        />
      </Specimen>
      <Specimen name="ProblemList">
        <States
          of={{
            "Some of it": <ProblemList problems={PROBLEMS} isNothingElse={false} />,
            "All of it": <ProblemList problems={PROBLEMS.slice(0, 1)} isNothingElse />,
          }}
        />
      </Specimen>
    </>
  );
}
