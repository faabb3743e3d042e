import { numberText } from "#core/number-text.ts";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { api } from "#core/api-client.ts";
import type { Code } from "#features/early-access/schema.ts";
import { STATE_WORDS } from "#features/early-access/words.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Toast } from "#ui/form-toast.tsx";
import { DateTime } from "#ui/date-time.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { usePages } from "#ui/use-pages.ts";
import { EarlyAccessState } from "./early-access-state.tsx";
import { InviteForm } from "./invite-form.tsx";
import { InvitedAddresses } from "./invited-addresses.tsx";
import { NewCodeForm } from "./new-code-form.tsx";

const TAGS = { active: "tag tag--pos", "used-up": "tag", expired: "tag", revoked: "tag tag--neg" } as const;

const COLUMNS: readonly Column<Code>[] = [
  { label: "For", kind: "main", cell: ({ label }) => label },
  { label: "State", cell: ({ state }) => <span className={TAGS[state]}>{STATE_WORDS[state]}</span> },
  {
    label: "Uses",
    kind: "number",
    cell: ({ uses, maxUses }) => (
      <span className="acode__uses">
        {`${numberText(uses)} of ${numberText(maxUses)} `}
        <span className="small faint">{`${numberText(maxUses - uses)} left`}</span>
      </span>
    ),
  },
  { label: "Joined", kind: "number", cell: ({ joined }) => numberText(joined) },
  { label: "Made", cell: ({ createdAt }) => <DateTime at={createdAt} isDay /> },
  { label: "Ends", cell: ({ expiresAt }) => (expiresAt === "" ? "When revoked" : <DateTime at={expiresAt} />) },
];

export function CodesTab(): ReactNode {
  const [asked, setAsked] = useState<Code>();
  const [opened, setOpened] = useState<Code>();
  const [said, setSaid] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const pages = usePages<Code>("", async (cursor, signal) => {
    const { codes, next } = await api.request("GET /api/admin/codes", { query: { cursor }, signal });
    return { items: codes, next };
  });

  const add = (made: Code): void => pages.change((codes) => [made, ...codes.filter(({ _id }) => _id !== made._id)]);

  const revoke = async (code: Code): Promise<void> => {
    const revoked = await api.request("DELETE /api/admin/codes/{id}", { path: { id: code._id } });
    flushSync(() => {
      pages.change((codes) => codes.map((one) => (one._id === revoked._id ? revoked : one)));
      setAsked(undefined);
    });
    setSaid(`The code “${code.label}” is revoked.`);
    // The button that had the focus disappears with the revoked code.
    heading.current?.focus();
  };

  return (
    <div className="atab">
      <h1 className="h-page" tabIndex={-1} ref={heading}>
        Codes
      </h1>
      <EarlyAccessState />
      <InviteForm onMade={add} />
      <NewCodeForm onMade={add} />
      <h2 className="h-sec atab__h2">All codes</h2>
      <PagedList
        pages={pages}
        more="Show older"
        empty={
          <EmptyState kind="start" title="No codes yet">
            Make the first one above and send it to somebody.
          </EmptyState>
        }
      >
        {(codes) => (
          <DataTable
            caption="Early-access codes"
            columns={COLUMNS}
            rows={codes}
            keyOf={({ _id }) => _id}
            renderActions={(code) => (
              <>
                {code.addresses > 0 && (
                  <button
                    type="button"
                    className="btn btn--s btn--sm"
                    aria-label={`Addresses of “${code.label}”`}
                    aria-expanded={opened?._id === code._id}
                    onClick={() => setOpened(opened?._id === code._id ? undefined : code)}
                  >
                    Addresses
                  </button>
                )}
                {code.state !== "revoked" && (
                  <button
                    type="button"
                    className="btn btn--s btn--sm"
                    aria-label={`Revoke the code “${code.label}”`}
                    onClick={() => setAsked(code)}
                  >
                    Revoke
                  </button>
                )}
              </>
            )}
          />
        )}
      </PagedList>
      {opened && <InvitedAddresses key={opened._id} code={opened} />}
      {asked && (
        <ConfirmDialog
          title={`Revoke the code “${asked.label}”?`}
          confirm="Revoke"
          loading="Revoking"
          isDanger
          onConfirm={() => revoke(asked)}
          onClose={() => setAsked(undefined)}
        >
          Nobody comes in by it any more, browsers that came in without an account are out, and e-mails that wait are
          not sent. It stays in this list.
        </ConfirmDialog>
      )}
      {said !== undefined && (
        <Toast key={said} onClose={() => setSaid(undefined)}>
          {said}
        </Toast>
      )}
    </div>
  );
}
