import { useState, type ReactNode } from "react";
import { draftFrom, type PipelineDraft } from "#features/pipeline/draft.ts";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { ImportReview } from "#features/import/parts/import-review.tsx";
import { PersonChoice } from "#features/import/parts/person-choice.tsx";
import type { SchoolLookUp } from "#features/import/parts/school-look-up.ts";
import { SchoolMeaningField } from "#features/import/parts/school-meaning.tsx";
import { meaningOf, type SchoolOffer } from "#features/import/pure/match-school.ts";
import { RowFields } from "#features/import/parts/row-fields.tsx";
import { personDifferences, type PersonField, type PersonNow } from "#features/import/pure/person.ts";
import { resolveAll, type Fill } from "#features/import/pure/review-choices.ts";
import type { CompanyChoice, ImportRow } from "#features/import/pure/import-rows.ts";
import type { KnownDate, Position, ReadResult } from "#features/import/rules.ts";
import { Specimen, State } from "./specimen.tsx";

type Job = { company: string; title: string; start: KnownDate | undefined; end: KnownDate | undefined };

const month = (date: string): KnownDate => ({ date, precision: "month" });
const year = (date: string): KnownDate => ({ date, precision: "year" });

export function position({ company, title, start, end }: Job): Position {
  const rest = { location: "", description: "", companyId: "", kind: undefined, rating: 0 as const };
  const from = { file: "Positions.csv", line: 2 };
  return { from, company, title, start, end, isCurrent: end === undefined, ...rest };
}

const job = (company: string, title: string, start: KnownDate | undefined, end?: KnownDate): Position =>
  position({ company, title, start, end });

/** A pipeline with these jobs. */
export function lineOf(jobs: readonly { company: string; title: string; start: string; end: string }[]): PipelineDraft {
  return jobs.reduce((draft, { company, title, start, end }) => {
    const added = changeDraft(draft, { do: "add-stop", at: 0 });
    const [stop] = added.stops;
    const role = stop?.roles[0]?.tempId2 ?? 0;
    const at = stop?.tempId2 ?? 0;
    const named = changeDraft(added, { do: "set-company", stop: at, companyId: "", companyName: company, logo: "" });
    return changeDraft(named, { do: "set-role", stop: at, role, change: { title, startDate: start, endDate: end } });
  }, draftFrom([]));
}

const SAME = { company: "Tarn & Fell", title: "Clerk", start: "2012-01-01", end: "2013-06-01" };
const OTHERS = { company: "Northmoor", title: "Analyst", start: "2014-01-01", end: "2015-06-01" };
const GROWN = { company: "Quillon", title: "Engineer", start: "2016-01-01", end: "2018-06-01" };
const GONE = { company: "Oakhollow", title: "Gardener", start: "2010-01-01", end: "2011-06-01" };

const POSITIONS = [
  job("Harbour Works", "Senior Engineer", month("2022-03-01")),
  job("Kestrel & Row", "Engineer", year("2019-01-01"), year("2019-01-01")),
  job(GROWN.company, GROWN.title, month(GROWN.start), month("2018-09-01")),
  job(OTHERS.company, OTHERS.title, month(OTHERS.start), month("2016-01-01")),
  job(SAME.company, SAME.title, month(SAME.start), month(SAME.end)),
  job("مؤسسة المرافئ للهندسة", "مهندس برمجيات", month("2009-01-01"), month("2009-12-01")),
  job(
    "The Extraordinarily Long Name of a Company That Does Not End",
    "Principal Distributed Systems Reliability and Measurement Engineer",
    undefined,
    year("2008-01-01"),
  ),
];

const LAST: readonly ImportRow[] = [GROWN, GONE].map(({ company, title, start, end }) => ({
  companyId: "",
  companyName: company,
  logo: "",
  title,
  start: month(start),
  end: month(end),
  isCurrent: false,
  kind: undefined,
  rating: 0,
  from: { file: "Positions.csv", line: 2 },
}));

const LISTED = [{ id: "a", name: "kestrel and rowe", displayName: "Kestrel & Rowe" }];
const PERSON = { firstName: "Nova", lastName: "Quill", countryCode: "DE", countryName: "Germany" };
const EDUCATION = ["Harbour College", "The University of a Name That Does Not End Before the Row Does"].map(
  (school) => ({
    from: { file: "Education.csv", line: 2 },
    school,
    schoolId: "",
    degree: "",
    notes: "",
    activities: "",
    start: undefined,
    end: undefined,
  }),
);
const LEVEL = { linkedin: "", visibility: "public", showMonths: false, ownTitles: false, hideSchool: false } as const;
const NOBODY: PersonNow = { ...LEVEL, firstName: "", lastName: "", schoolName: "", location: "" };
const SOMEBODY: PersonNow = {
  ...LEVEL,
  firstName: "Wren",
  lastName: "Calloway",
  schoolName: "Lower Lakes College",
  location: "Canada",
};

const EMPTY: ReadResult = { positions: [], education: [], profile: undefined, problems: [] };
const PROBLEMS = [{ file: "Positions.csv", line: 9, why: "The row has no company, so we left it out." }];
const REVIEWS: readonly (readonly [state: string, result: ReadResult, isFailed?: boolean])[] = [
  ["New, changed, differing, the same and gone", { ...EMPTY, positions: POSITIONS, problems: PROBLEMS }],
  ["The person alone", { ...EMPTY, profile: PERSON }],
  ["Nothing to add", { ...EMPTY, positions: POSITIONS.slice(4, 5) }],
  ["Without the list of companies", { ...EMPTY, positions: POSITIONS.slice(0, 1) }, true],
];

function Choice({ now, result }: { now: PersonNow; result: ReadResult }): ReactNode {
  const [school, setSchool] = useState(0);
  const differences = personDifferences(result, now, undefined, school);
  const [ticked, setTicked] = useState<ReadonlySet<PersonField>>(
    () => new Set(differences.filter(({ isTicked }) => isTicked).map(({ field }) => field)),
  );
  return (
    <PersonChoice
      result={result}
      differences={differences}
      ticked={ticked}
      onTick={(field, isOn) =>
        setTicked((before) => new Set([...[...before].filter((one) => one !== field), ...(isOn ? [field] : [])]))
      }
      school={school}
      onSchool={setSchool}
    />
  );
}

function FieldsOf({ one }: { one: Position }): ReactNode {
  const [fill, setFill] = useState<Fill>({});
  const [picked, setPicked] = useState<CompanyChoice>();
  const [resolution] = resolveAll([one.company], LISTED).values();
  return (
    resolution && (
      <RowFields
        position={one}
        resolution={resolution}
        picked={picked}
        companies={LISTED}
        onPick={setPicked}
        fill={fill}
        onFill={setFill}
        name={`${one.title || "job"} at ${one.company}`}
        kind="full-time"
        needs={[]}
        hasMonths={false}
        isNew
      />
    )
  );
}

const FIELDS: readonly (readonly [state: string, one: Position])[] = [
  ["Nothing lacks: shut", job("Harbour Works", "Engineer", month("2022-03-01"))],
  ["Months: shut", job("Harbour Works", "Engineer", year("2019-01-01"), year("2020-01-01"))],
  ["Another company like it: open", job("Kestrel & Row", "Engineer", month("2022-03-01"))],
  ["Title and start: open", job("Harbour Works", "", undefined, month("2018-03-01"))],
];

const OFFERS: readonly SchoolOffer[] = [
  { id: "a", name: "Harbour Institute of Technology", country: "Norway", logo: "" },
  { id: "b", name: "Lower Lakes College", country: "Canada", logo: "" },
];
const lookUpOf = (name: string, offers: readonly SchoolOffer[] | undefined): SchoolLookUp => {
  const meaning = offers && meaningOf(name, offers);
  return { name, meaning, isFailed: false, chosen: meaning?.chosen ?? "" };
};
const SCHOOLS: readonly (readonly [state: string, lookUp: SchoolLookUp])[] = [
  ["Listed", lookUpOf("Lower Lakes College", OFFERS)],
  ["Likely", lookUpOf("HIT", OFFERS)],
  ["None of these for sure", lookUpOf("Lakeside", OFFERS)],
  ["New", lookUpOf("A School of Nowhere", [])],
  ["Searching", lookUpOf("HIT", undefined)],
  ["Failed", { ...lookUpOf("HIT", undefined), isFailed: true }],
];

/** The questions of an import before anything is taken over. */
export function Reviews(): ReactNode {
  const nothing = (): void => undefined;
  return (
    <>
      <Specimen name="ImportReview">
        {REVIEWS.map(([state, found, isFailed = false]) => (
          <State key={state} name={state}>
            <ImportReview
              result={found}
              resolutions={resolveAll(
                found.positions.map(({ company }) => company),
                LISTED,
              )}
              isListMissing={isFailed}
              companies={LISTED}
              last={{ rows: [...LAST], person: {} }}
              pipeline={found.positions.length === 1 ? lineOf([SAME]) : lineOf([GONE, SAME, OTHERS, GROWN])}
              now={NOBODY}
              onTake={nothing}
              onClose={nothing}
            />
          </State>
        ))}
      </Specimen>
      <Specimen name="PersonChoice">
        <State name="For somebody without a profile">
          <Choice now={NOBODY} result={{ ...EMPTY, profile: PERSON, education: EDUCATION }} />
        </State>
        <State name="In place of what there is">
          <Choice now={SOMEBODY} result={{ ...EMPTY, profile: PERSON, education: EDUCATION.slice(0, 1) }} />
        </State>
      </Specimen>
      <Specimen name="SchoolMeaningField">
        {SCHOOLS.map(([state, lookUp]) => (
          <State key={state} name={state}>
            <SchoolMeaningField lookUp={lookUp} onChoose={nothing} />
          </State>
        ))}
      </Specimen>
      <Specimen name="RowFields">
        {FIELDS.map(([state, one]) => (
          <State key={state} name={state}>
            <ul className="imp-rows">
              <li className="imp-row">
                <FieldsOf one={one} />
              </li>
            </ul>
          </State>
        ))}
      </Specimen>
    </>
  );
}
