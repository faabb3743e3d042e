import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { JobState, Overview } from "#features/overview/schema.ts";
import { ageWords, mailWords, sizeWords } from "#features/overview/words.ts";
import { CommunitySection } from "#features/community/parts/community-section.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { DateTime } from "#ui/date-time.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListFault } from "#ui/paged-list.tsx";
import { useLoaded } from "#ui/use-loaded.ts";

const COLUMNS: readonly Column<JobState>[] = [
  { label: "Job", kind: "main", cell: ({ name }) => name },
  { label: "Last done", cell: ({ lastDone }) => <When at={lastDone} /> },
  { label: "Waiting", kind: "number", cell: ({ waiting }) => numberText(waiting) },
  { label: "Oldest", kind: "number", cell: ({ oldest }) => (oldest === 0 ? "–" : ageWords(oldest)) },
  { label: "Given up", kind: "number", cell: ({ dead }) => numberText(dead) },
];

function When({ at }: { at: string }): ReactNode {
  return at === "" ? <span className="faint">Not yet</span> : <DateTime at={at} />;
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ state }: { state: Overview }): ReactNode {
  const { backup, batch, database, disk, mail } = state;
  return (
    <dl className="aover__f">
      <Fact name="Version">Pipelines {state.version}</Fact>
      <Fact name="Database">
        PostgreSQL {database.version}, {database.kind === "embedded" ? "embedded" : "of its own"},{" "}
        {sizeWords(database.bytes)}
        {database.lag !== null && `; the standby is ${ageWords(Math.round(database.lag))} behind`}
      </Fact>
      <Fact name="Disk">
        {sizeWords(disk.free)} free of {sizeWords(disk.size)}
        {disk.full && <strong>; disk full</strong>}
      </Fact>
      <Fact name="Last backup">
        <When at={backup.lastMade} />
        {backup.bytes > 0 && `, ${sizeWords(backup.bytes)}`}
        <span className="dim"> · {backup.hours === 0 ? "not scheduled" : `every ${backup.hours} h`}</span>
      </Fact>
      <Fact name="Last batch of numbers">
        <When at={batch.lastDone} />
        <span className="dim"> · every {numberText(batch.minutes)} min</span>
      </Fact>
      <Fact name="E-mails">{mailWords(mail)}</Fact>
      <Fact name="Early access">{state.earlyAccess ? "On: only people with a code come in" : "Off"}</Fact>
    </dl>
  );
}

/** The dashboard's tab for the operator: problems of the site, and what to do. */
export function OverviewTab(): ReactNode {
  const { known: state, problem, reload } = useLoaded((signal) => api.request("GET /api/admin/overview", { signal }));
  return (
    <div className="atab">
      <h1 className="h-page" tabIndex={-1}>
        Overview
      </h1>
      {problem && <ListFault problem={problem} onAgain={() => void reload()} />}
      {!state && !problem && (
        <p className="dim atab__lead" role="status">
          Looking…
        </p>
      )}
      {state && (
        <>
          {state.troubles.length === 0 ? (
            <p className="dim atab__lead">Nothing is wrong that the app knows of.</p>
          ) : (
            <ul className="aover__t" aria-label="What is wrong">
              {state.troubles.map(({ what, todo }) => (
                <li key={what}>
                  <strong>{what}</strong> <span className="dim">{todo}</span>
                </li>
              ))}
            </ul>
          )}
          <Facts state={state} />
          <CommunitySection />
          <h2 className="h-sec atab__h2">Jobs</h2>
          {state.jobs.length === 0 ? (
            <EmptyState kind="start" title="No jobs yet">
              They come with the first start.
            </EmptyState>
          ) : (
            <DataTable caption="Background jobs" columns={COLUMNS} rows={state.jobs} keyOf={({ name }) => name} />
          )}
        </>
      )}
    </div>
  );
}
