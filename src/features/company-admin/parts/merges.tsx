import { Undo2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateTime } from "#ui/date-time.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { usePages } from "#ui/use-pages.ts";
import { listMerges, undoMerge, type MergeRow } from "./calls.ts";

/** The merges, newest first, with a button to undo each one that is not undone. */
export function MergeList(props: { onUndone: (name: string) => void }): ReactNode {
  const pages = usePages<MergeRow>("merges", listMerges);
  const [asked, setAsked] = useState<MergeRow>();
  return (
    <>
      <PagedList
        pages={pages}
        more="Show older"
        empty={
          <EmptyState kind="start" title="Nothing was merged yet.">
            If two companies are the same, open one of them and merge it into the other.
          </EmptyState>
        }
      >
        {(merges) => (
          <ul className="cmp-merges" aria-label="Merges">
            {merges.map((merge) => (
              <li key={merge._id} data-row="" tabIndex={-1}>
                <p className="grow">
                  <b className="semi">{merge.from.name}</b> into{" "}
                  {merge.into.hasPage ? (
                    <a className="link" href={`/company/${merge.into._id}`}>
                      {merge.into.displayName}
                    </a>
                  ) : (
                    merge.into.displayName
                  )}
                  <span className="small faint cmp-merges__t">
                    <DateTime at={merge.mergedAt} />
                    {merge.undoneAt !== "" && (
                      <>
                        {" · undone "}
                        <DateTime at={merge.undoneAt} />
                      </>
                    )}
                  </span>
                </p>
                {merge.undoneAt === "" && (
                  <button
                    type="button"
                    className="btn btn--s btn--44"
                    aria-label={`Undo the merge of ${merge.from.name}`}
                    onClick={() => setAsked(merge)}
                  >
                    <Undo2 className="icon" size={16} strokeWidth={2} aria-hidden="true" />
                    Undo
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {asked && (
        <ConfirmDialog
          title={`Undo the merge of "${asked.from.name}"?`}
          confirm="Undo merge"
          loading="Undoing"
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await undoMerge(asked._id);
            setAsked(undefined);
            props.onUndone(asked.from.name);
            pages.reload();
          }}
        >
          The company is back with its page, names and logo, and people's stops return to it. What they changed since
          then stays. Routes and companies that they saved or followed before the merge are theirs again as they were;
          those since then stay with {asked.into.displayName}.
        </ConfirmDialog>
      )}
    </>
  );
}
