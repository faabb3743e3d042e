import { useEffect } from "react";
import { useFetcher } from "react-router";
import { QuestionDialog } from "#ui/form-dialog.tsx";
import { ShareView, type ShareData } from "./share-view.tsx";

/** The page /share as a dialog over the current page. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { data, load } = useFetcher<ShareData>();
  useEffect(() => {
    void load("/share");
  }, [load]);
  return (
    <QuestionDialog
      title="Share your line"
      kind="dialog"
      isWide
      onClose={onClose}
      actions={
        <button type="button" className="btn btn--s" data-safe="" onClick={onClose}>
          Close
        </button>
      }
    >
      {data?.shared === undefined ? (
        <p role="status">
          <span className="spin" aria-hidden="true" /> Loading what others will see
        </p>
      ) : (
        <ShareView first={data} />
      )}
    </QuestionDialog>
  );
}
