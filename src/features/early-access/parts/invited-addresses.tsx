import { useEffect, useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { AddressesPage, Code } from "#features/early-access/schema.ts";
import { ADDRESS_STATE_WORDS, progressWords } from "#features/early-access/words.ts";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { usePages } from "#ui/use-pages.ts";

type Address = AddressesPage["addresses"][number];

const TAGS: Readonly<Record<Address["state"], string>> = {
  queued: "tag",
  sending: "tag",
  sent: "tag tag--pos",
  failed: "tag tag--neg",
  cancelled: "tag",
  outbox: "tag tag--acc",
};

const COLUMNS: readonly Column<Address>[] = [
  { label: "Address", kind: "main", cell: ({ email }) => email },
  {
    label: "Mail",
    cell: ({ state, lastError }) => (
      <>
        <span className={TAGS[state]}>{ADDRESS_STATE_WORDS[state]}</span>
        {lastError !== "" && <span className="small faint">{` ${lastError}`}</span>}
      </>
    ),
  },
];

/** Milliseconds between two requests for the progress. */
const ASK_AGAIN_MS = 2_000;

/** The addresses that got a code, with each mail's state. Reads again until no mail waits. */
export function InvitedAddresses(props: { code: Code; isFresh?: boolean }): ReactNode {
  const { code } = props;
  const [counts, setCounts] = useState<AddressesPage["counts"]>();
  const [round, setRound] = useState(0);
  const pages = usePages<Address>(`${code._id} ${round}`, async (cursor, signal) => {
    const given = { path: { id: code._id }, query: { cursor }, signal };
    const page = await api.request("GET /api/admin/codes/{id}/addresses", given);
    setCounts(page.counts);
    return { items: page.addresses, next: page.next };
  });
  const isMoving = counts !== undefined && counts.waiting > 0;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setRound((before) => before + 1), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isMoving, round]);
  const heading = `${props.isFresh ? "Invitations" : "Addresses"} of “${code.label}”`;
  const done = counts === undefined ? 0 : code.addresses - counts.waiting;
  return (
    <section className="panel acode" aria-labelledby="invited">
      <h2 className="h-sec" id="invited">
        {heading}
      </h2>
      {counts && pages.items?.length !== 0 && (
        <>
          <progress className="acode__bar" max={code.addresses} value={done} aria-label="E-mails that left" />
          <p role="status">{progressWords(counts)}</p>
        </>
      )}
      <PagedList
        pages={pages}
        more="Show more"
        empty={
          <EmptyState kind="start" title="The addresses are deleted">
            They are kept for 30 days. How many joined stays.
          </EmptyState>
        }
      >
        {(addresses) => <DataTable caption={heading} columns={COLUMNS} rows={addresses} keyOf={({ _id }) => _id} />}
      </PagedList>
    </section>
  );
}
