import { useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { AuditEntry } from "#features/audit/schema.ts";
import { ACTOR_WORDS, actionWords, SLICES, sliceWords, type Slice } from "#features/audit/words.ts";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateTime } from "#ui/date-time.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { usePages } from "#ui/use-pages.ts";

const CHOICES: readonly { value: Slice | ""; label: string }[] = [
  { value: "", label: "Everything" },
  ...SLICES.map((slice) => ({ value: slice, label: sliceWords(slice) })),
];

/** Shows the start of an id, which is enough to tell ids apart. The whole id can be copied. */
function Short({ id }: { id: string }): ReactNode {
  return id.length <= 12 ? id : <span title={id}>{`${id.slice(0, 10)}…`}</span>;
}

function Details({ entry }: { entry: AuditEntry }): ReactNode {
  const facts = Object.entries(entry.detail);
  if (entry.target === "" && facts.length === 0) return <span className="faint">Nothing more</span>;
  return (
    <dl className="alog__d">
      {entry.target !== "" && (
        <div>
          <dt>on</dt>
          <dd className="alog__id">{entry.target}</dd>
        </div>
      )}
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    label: "What",
    kind: "main",
    cell: ({ action }) => <span title={action}>{actionWords(action)}</span>,
  },
  { label: "When", cell: ({ at }) => <DateTime at={at} /> },
  {
    label: "Who",
    cell: ({ actorKind, actor }) => (
      <span className="alog__who">
        {ACTOR_WORDS[actorKind]}
        {actor === "" ? null : (
          <span className="small faint alog__id">
            <Short id={actor} />
          </span>
        )}
      </span>
    ),
  },
  { label: "Details", cell: (entry) => <Details entry={entry} /> },
  {
    label: "From",
    cell: ({ origin }) =>
      origin === "" ? <span className="faint">Not kept</span> : <span className="aud__from">{origin}</span>,
  },
];

export function AuditTab(): ReactNode {
  const [slice, setSlice] = useState<Slice | "">("");
  const pages = usePages<AuditEntry>(slice, async (cursor, signal) => {
    const query = { action: slice === "" ? undefined : slice, cursor };
    const { entries, next } = await api.request("GET /api/admin/audit", { query, signal });
    return { items: entries, next };
  });
  return (
    <div className="atab">
      <h1 className="h-page" tabIndex={-1}>
        Audit log
      </h1>
      <p className="dim atab__lead">
        What was done, newest first. Nobody can change or remove an entry; where it came from is kept for 30 days.
      </p>
      <div className="atab__tools">
        <SelectField label="About" value={slice} onChange={setSlice} options={CHOICES} />
      </div>
      <PagedList
        pages={pages}
        more="Show older"
        empty={
          <EmptyState kind="hidden" title="Nothing recorded">
            Choose something else above.
          </EmptyState>
        }
      >
        {(entries) => <DataTable caption="Audit log" columns={COLUMNS} rows={entries} keyOf={({ _id }) => _id} />}
      </PagedList>
    </div>
  );
}
