import type { ReactNode } from "react";
import { DurationFigure } from "#features/company/parts/company-figures.tsx";
import { CompanyLogo, SchoolLogo } from "#features/drawing/parts/marks.tsx";
import { FigureSection } from "#ui/chart/figure-section.tsx";
import { ChartKey } from "#ui/chart/key.tsx";
import { lineOf } from "#ui/chart/plot.ts";
import { WhiskerScale } from "#ui/chart/whisker.tsx";
import { Face, FaceLabel, isLevel } from "#ui/face.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import { MOST_COMPARED, type FirstComparison } from "#features/insight/rules.ts";
import type { ComparedView, CompareView, RankedRow, ScaledValue } from "./compare-view.ts";
import { CurveChart } from "./curve-chart.tsx";

const FACES = [1, 2, 3, 4, 5] as const;
const FACE_HEIGHT = 44;

function Scaled({ value, line, few }: { value: ScaledValue | undefined; line: ComparedView["line"]; few: string }) {
  if (value === undefined) return <p className="versus__few">{few}</p>;
  return (
    <>
      <div className="versus__two">
        <p className="fig">
          <DurationFigure text={value.headline} />
        </p>
        <div className="versus__scale">
          <WhiskerScale
            label={value.label}
            ticks={value.ticks}
            at={value.at}
            low={value.low}
            high={value.high}
            reference={value.reference}
            line={line}
          />
        </div>
      </div>
      <p className="versus__i">{value.note}</p>
    </>
  );
}

function Felt({ company }: { company: ComparedView }) {
  const { ratingLevel, faces } = company;
  return (
    <>
      {isLevel(ratingLevel) ? (
        <p>
          <FaceLabel level={ratingLevel} ofFive />
        </p>
      ) : (
        <p className="versus__few">Not enough ratings yet</p>
      )}
      {faces === undefined ? null : (
        <>
          <svg
            className="versus__faces"
            width="190"
            height={FACE_HEIGHT}
            viewBox={`0 0 190 ${FACE_HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {faces.heights.map((height, n) => (
              <rect
                key={FACES[n]}
                x={n * 38 + 2}
                width="32"
                y={FACE_HEIGHT - Math.max(2, (height / 100) * FACE_HEIGHT)}
                height={Math.max(2, (height / 100) * FACE_HEIGHT)}
                rx="2"
                className={`versus__rate--${n + 1}`}
              />
            ))}
          </svg>
          <span className="versus__f" aria-hidden="true">
            {FACES.map((level) => (
              <Face key={level} level={level} size={18} />
            ))}
          </span>
          <p className="versus__i">{faces.note}</p>
        </>
      )}
    </>
  );
}

function Count({ of }: { of: string | undefined }) {
  return of === undefined ? <p className="versus__few">Under 5</p> : <p className="fig">{of}</p>;
}

function Ranked({ rows, isSchool = false }: { rows: readonly RankedRow[]; isSchool?: boolean }) {
  const Logo = isSchool ? SchoolLogo : CompanyLogo;
  if (rows.length === 0) return <p className="versus__few">Under 5 each</p>;
  return (
    <ol className="versus__list">
      {rows.map((row) => (
        <li key={row.id}>
          <Logo name={row.name} logo={row.logo} size="s" ring="plain" />
          <a href={row.href}>{row.name}</a>
          <span className="versus__n">{row.people}</span>
        </li>
      ))}
    </ol>
  );
}

type Metric = { name: string; note?: string; cell: (company: ComparedView) => ReactNode };

const METRICS: readonly Metric[] = [
  { name: "People", note: "with a stop here", cell: (one) => <Count of={one.people} /> },
  {
    name: "Interned",
    cell: (one) => (
      <>
        <Count of={one.interned} />
        {one.internedNote === "" ? null : <p className="versus__i">{one.internedNote}</p>}
      </>
    ),
  },
  {
    name: "Back full-time",
    note: "interns who came back or stayed",
    cell: (one) => <Scaled value={one.back} line={one.line} few="Too few to say" />,
  },
  {
    name: "Median stay",
    note: "full-time",
    cell: (one) => <Scaled value={one.stay} line={one.line} few="Half have not left yet, or too few to say" />,
  },
  { name: "How people felt", cell: (one) => <Felt company={one} /> },
  { name: "Top next stops", note: "people", cell: (one) => <Ranked rows={one.next} /> },
  { name: "Top schools", note: "people", cell: (one) => <Ranked rows={one.schools} isSchool /> },
];

/** Metrics as rows, companies as columns; where it is narrow, each metric a block with a row a company. */
function ComparisonTable({ companies }: { companies: readonly ComparedView[] }) {
  return (
    <table className={`versus versus--${companies.length}`}>
      <caption className="sr">Companies side by side</caption>
      <thead>
        <tr>
          <td className="versus__of">{`${companies.length} of ${MOST_COMPARED}`}</td>
          {companies.map((one) => (
            <th key={one.id} scope="col">
              <span className={`versus__c ${lineOf(one.line)}`}>
                <CompanyLogo name={one.name} logo={one.logo} size="l" />
                <a className="versus__name" href={`/company/${one.id}`}>
                  {one.name}
                </a>
                <a className="versus__x" href={one.without}>
                  <Icon name="x" size={16} />
                  <span className="sr">{`Remove ${one.name}`}</span>
                </a>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {METRICS.map(({ name, note, cell }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {note === undefined ? null : <small>{note}</small>}
            </th>
            {companies.map((one) => (
              <td key={one.id}>
                <span className={`versus__k ${lineOf(one.line)}`}>
                  <CompanyLogo name={one.name} logo={one.logo} size="s" label={one.name} />
                </span>
                <div>{cell(one)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Adds a company by its name; a plain form. */
export function AddCompany({ ids, wrong }: { ids: readonly string[]; wrong: string | undefined }) {
  return (
    <form method="get" action="/compare" className="versus__add">
      {ids.map((id) => (
        <input key={id} type="hidden" name="c" value={id} />
      ))}
      <TextField label="Add a company" name="c" error={wrong} autoComplete="off" maxLength={200} />
      <button type="submit" className="btn btn--s">
        Add
      </button>
    </form>
  );
}

export function FirstComparisons({ first }: { first: readonly FirstComparison[] }) {
  return (
    <section aria-labelledby="versus-first">
      <h2 className="h-sec" id="versus-first">
        Start with one of these
      </h2>
      <ul className="versus__first" role="list">
        {first.map(({ href, names }) => (
          <li key={href}>
            <a className="chip" href={href}>
              {names}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The name and logo at the end of a company's curve. */
function markOf({ name, logo }: ComparedView): [name: string, mark: ReactNode] {
  return [name, <CompanyLogo key={name} name={name} logo={logo} size="s" />];
}

/** Two to four companies side by side. */
export function Comparison({ view }: { view: CompareView }) {
  return (
    <>
      <ComparisonTable companies={view.companies} />
      <ChartKey
        items={[
          { mark: "whisker", text: "value and its 95% interval" },
          { mark: "dash", text: "all companies" },
        ]}
      />
      <p className="versus__note">If two intervals overlap a lot, the difference may be chance.</p>
      {view.curve === undefined || view.table === undefined ? null : (
        <FigureSection
          id="stay"
          title="How long people stay"
          aside={<span className="small faint">Share still there, full-time, by time since joining</span>}
          method="Bands are 95% intervals. A curve ends where fewer than 5 people are left. People still there count up to today (Kaplan–Meier)."
          tables={[view.table]}
        >
          <CurveChart curve={view.curve} marks={new Map(view.companies.map(markOf))} />
        </FigureSection>
      )}
    </>
  );
}
