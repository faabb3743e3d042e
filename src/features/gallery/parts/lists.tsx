import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { CompanyFlow } from "#features/company/parts/company-flow.tsx";
import { NeighbourTable } from "#features/company/parts/neighbours.tsx";
import { FlowDrawing, FlowNumbers, flowPhrase } from "#features/drawing/parts/flow-drawing.tsx";
import { FirstStops } from "#features/school/parts/first-stops.tsx";
import type { FlowStop } from "#features/company/schema.ts";
import { MissingPage, NotFound } from "#features/page/parts/page-error.tsx";
import { ClientOnly } from "#ui/client-only.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateTime } from "#ui/date-time.tsx";
import { ListFault, ListSkeleton, PagedList } from "#ui/paged-list.tsx";
import { Mark } from "#features/drawing/parts/marks.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { TriangleLoader } from "#features/editor/parts/triangle-loader.tsx";
import type { Pages } from "#ui/use-pages.ts";
import { Specimen, State } from "./specimen.tsx";

const NOTHING = (): void => undefined;
const FAULT = { message: "The server did not answer. Check your connection.", isShut: false };
const SHUT = { message: "Your session has ended.", isShut: true };

type Row = { name: string; people: number };
const ROWS: readonly Row[] = [
  { name: "Quillon", people: 1_204 },
  { name: "The Extraordinarily Long Name of a Company That Does Not End Before the Cell", people: 7 },
];

function Table(props: { rows: readonly Row[] }): ReactNode {
  return (
    <DataTable
      caption="Companies"
      rows={props.rows}
      keyOf={(row) => row.name}
      columns={[
        { label: "Company", kind: "main", cell: (row) => row.name },
        { label: "People", kind: "number", cell: (row) => numberText(row.people) },
      ]}
      renderActions={(row) => (
        <button type="button" className="btn btn--s btn--sm" aria-label={`Edit ${row.name}`}>
          Edit
        </button>
      )}
    />
  );
}

function pagesOf(given: Partial<Pages<Row>>): Pages<Row> {
  const none = { items: undefined, hasMore: false, isLoading: false, problem: undefined };
  return { ...none, reload: NOTHING, more: NOTHING, change: NOTHING, ...given };
}

const LISTS: readonly (readonly [state: string, pages: Pages<Row>])[] = [
  ["On its way", pagesOf({ isLoading: true })],
  ["Failed", pagesOf({ problem: FAULT })],
  ["Empty", pagesOf({ items: [] })],
  ["More to come", pagesOf({ items: ROWS, hasMore: true })],
  ["More on its way", pagesOf({ items: ROWS, hasMore: true, isLoading: true })],
];

function flow(name: string, people: number, colour: number | undefined, at: number, width: number, side: -1 | 1) {
  // A band from the edge to the middle, as wide as the number of people.
  const [from, to] = side === -1 ? [0, 50] : [100, 50];
  const ends = [at - width / 2, at + width / 2, 50 + width / 2, 50 - width / 2];
  const path = `M${from} ${ends[0]}L${to} ${ends[3]}V${ends[2]}L${from} ${ends[1]}Z`;
  const kind = colour !== undefined ? "company" : name === "Still here" ? "end" : "others";
  const stop: FlowStop = {
    kind,
    companyId: kind === "company" ? name : "",
    displayName: name,
    logo: "",
    people,
    colour,
    at,
    width,
    path,
  };
  return stop;
}

const FLOW = {
  rows: 3,
  prior: [flow("Bramble Works", 64, 0, 25, 30, -1), flow("Other companies", 31, undefined, 75, 15, -1)],
  next: [
    flow("Still here", 40, undefined, 18, 19, 1),
    flow("Llanfairpwllgwyngyll Slate and Granite Company", 57, 1, 52, 26, 1),
    flow("Oakhollow", 12, 2, 88, 6, 1),
  ],
};

const FIRST = {
  rows: 3,
  prior: [],
  next: FLOW.next
    .filter((stop) => stop.kind === "company")
    .map((stop) => ({ ...stop, path: `M0 46L100 ${stop.at - 3}V${stop.at + 3}L0 54Z` })),
};

/** Tables, lists, their empty states, and whole pages of that kind. */
export function Lists(): ReactNode {
  return (
    <>
      <Specimen name="DataTable">
        <div className="gal__wide">
          <Table rows={ROWS} />
        </div>
      </Specimen>
      <Specimen name="PagedList">
        {LISTS.map(([state, pages]) => (
          <State key={state} name={state}>
            <PagedList pages={pages} more="Show older" empty={<p className="nodata">No data available.</p>}>
              {(rows) => <Table rows={rows} />}
            </PagedList>
          </State>
        ))}
      </Specimen>
      <Specimen name="ListSkeleton">
        <ListSkeleton rows={3} />
      </Specimen>
      <Specimen name="ListFault">
        <ListFault problem={FAULT} onAgain={NOTHING} />
        <ListFault problem={SHUT} onAgain={NOTHING} />
      </Specimen>
      <Specimen name="NeighbourTable">
        <div className="gal__wide">
          <NeighbourTable
            title="Prior Companies"
            counts="People who stopped there at any time before Quillon, each once."
            rows={ROWS.map(({ name, people }) => ({ companyId: name, displayName: name, logo: "", people }))}
          />
          <NeighbourTable title="Next Companies" counts="" rows={[]} />
        </div>
      </Specimen>
      <Specimen name="CompanyFlow">
        <div className="gal__wide">
          <CompanyFlow company={{ displayName: "Quillon", logo: "" }} flow={FLOW} />
        </div>
      </Specimen>
      <Specimen name="FlowDrawing">
        <FlowDrawing flow={FLOW} label={flowPhrase(FLOW.next)} hub={<Mark name="Quillon" logo="" />} />
      </Specimen>
      <Specimen name="FlowNumbers">
        <FlowNumbers tables={[["Went to", FLOW.next]]} />
      </Specimen>
      <Specimen name="FirstStops">
        <div className="gal__wide">
          <FirstStops school={{ name: "Marram College", logo: "" }} rows={FIRST} />
        </div>
      </Specimen>
      <Specimen name="Pagination">
        {[1, 92, 184].map((page) => (
          <Pagination key={page} page={page} pages={184} hrefOf={(number) => `/gallery?page=${number}`} />
        ))}
      </Specimen>
      <Specimen name="DateTime">
        <ClientOnly>
          {() => (
            <>
              <DateTime at="2026-11-15T12:00:00.000Z" />
              <DateTime at="2026-11-15T12:00:00.000Z" isDay />
            </>
          )}
        </ClientOnly>
      </Specimen>
      <Specimen name="EmptyState">
        {(["closed", "hidden", "start"] as const).map((kind) => (
          <div className="gal__wide" key={kind}>
            <EmptyState
              kind={kind}
              title={`Nothing here: ${kind}`}
              action={
                <a className="btn btn--p" href="/search">
                  A way on
                </a>
              }
            >
              One sentence that says why.
            </EmptyState>
          </div>
        ))}
      </Specimen>
      <Specimen name="TriangleLoader">
        <TriangleLoader>Fetching the lines…</TriangleLoader>
      </Specimen>
      <Specimen name="MissingPage">
        <div className="gal__wide">
          <MissingPage title="Unexpected Application Error!" href="/" action="Take me home!">
            Something went wrong on our side. Try again in a moment.
          </MissingPage>
        </div>
      </Specimen>
      <Specimen name="NotFound">
        <div className="gal__wide">
          <NotFound />
        </div>
      </Specimen>
    </>
  );
}
