import { useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { sentenceOf } from "#core/api-client.ts";
import type { CompanyDetail } from "#features/company/schema.ts";
import { Toast } from "#ui/form-toast.tsx";
import { focusRow } from "#ui/paged-list.tsx";
import type { Pages } from "#ui/use-pages.ts";
import { keepCompany, undoMerge, type ListedCompany } from "./calls.ts";
import type { usePanel } from "./company-panel.tsx";
import { DeleteCompany } from "./delete-dialog.tsx";

type Notice = { n: number; text: string; isBad?: boolean; undo?: { merge: string; name: string } };

type Screen = Pick<ReturnType<typeof usePanel>, "panel" | "open"> & {
  pages: Pages<ListedCompany>;
  /** Only new companies are listed: one that is kept leaves the list. */
  isReview: boolean;
  list: RefObject<HTMLElement | null>;
  focusTitle: () => void;
};

/**
 * What follows when an administrator has changed a company: the list shows it as it is now, the focus has a place, and
 * a notice says what happened.
 */
export function useCompanyActs({ pages, isReview, panel, open, list, focusTitle }: Screen) {
  const [deleting, setDeleting] = useState<ListedCompany>();
  const [notice, setNotice] = useState<Notice>();
  const notify = (said: Omit<Notice, "n">): void => setNotice((before) => ({ n: (before?.n ?? 0) + 1, ...said }));

  const put = (company: CompanyDetail | ListedCompany): void =>
    pages.change((items) => items.map((one) => (one._id === company._id ? { ...one, ...company } : one)));

  /**
   * Changes the list, then focuses the row in the place where this company was. If the company is no longer listed,
   * that is the row after it.
   */
  const change = (company: ListedCompany, work: () => void): void => {
    const place = pages.items?.findIndex(({ _id }) => _id === company._id) ?? 0;
    // Synchronously: a dialog that closes returns the focus to the row that leaves, so it must be moved after that.
    flushSync(work);
    focusRow(list.current, place);
  };
  const drop = (id: string): void => pages.change((items) => items.filter((one) => one._id !== id));

  const onSaved = (company: CompanyDetail, isDone: boolean): void => {
    const isNew = panel?.kind === "add";
    if (isNew) pages.reload();
    else put(company);
    if (!isDone) return;
    open(undefined);
    notify({ text: isNew ? `${company.displayName} added.` : `${company.displayName} saved.` });
  };
  const onAliases = (company: ListedCompany, aliases: ListedCompany["aliases"]): void => put({ ...company, aliases });
  const onKeep = async (company: ListedCompany): Promise<void> => {
    try {
      await keepCompany(company._id);
    } catch (failure) {
      return notify({ text: sentenceOf(failure), isBad: true });
    }
    notify({ text: `${company.displayName} is listed now.` });
    change(company, () => {
      if (isReview) drop(company._id);
      else put({ ...company, status: "listed", hasPage: true });
    });
  };
  const onMerged = (from: ListedCompany, merge: string, into: CompanyDetail): void => {
    notify({
      text: `${from.displayName} is part of ${into.displayName} now.`,
      undo: { merge, name: from.displayName },
    });
    change(from, () => {
      drop(from._id);
      put(into);
      open(undefined);
    });
  };
  const onUndone = (name: string): void => {
    pages.reload();
    notify({ text: `${name} is a company of its own again.` });
    focusTitle();
  };
  const onUndo = async (undo: { merge: string; name: string }): Promise<void> => {
    try {
      await undoMerge(undo.merge);
    } catch (failure) {
      notify({ text: sentenceOf(failure), isBad: true });
      return focusTitle();
    }
    onUndone(undo.name);
  };
  const onDeleted = (company: ListedCompany): void => {
    notify({ text: `${company.displayName} deleted.` });
    change(company, () => {
      setDeleting(undefined);
      if (panel && panel.kind !== "add" && panel.company._id === company._id) open(undefined);
      drop(company._id);
    });
  };

  const deletion = deleting && (
    <DeleteCompany company={deleting} onClose={() => setDeleting(undefined)} onDone={() => onDeleted(deleting)} />
  );
  const toast = notice && (
    <Toast key={notice.n} stays={notice.isBad ?? false} onClose={() => setNotice(undefined)}>
      {notice.text}
      {notice.undo && (
        <button type="button" className="toast__act" onClick={() => notice.undo && void onUndo(notice.undo)}>
          Undo
        </button>
      )}
    </Toast>
  );
  return { askToDelete: setDeleting, onSaved, onAliases, onKeep, onMerged, onUndone, deletion, toast };
}
