import { numberText } from "#core/number-text.ts";
import { Plus, Search } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { sentenceOf } from "#core/api-client.ts";
import type { CompanyDetail } from "#features/company/schema.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Toast } from "#ui/form-toast.tsx";
import { focusRow, PagedList } from "#ui/paged-list.tsx";
import { Segments } from "#ui/segments.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useFocusWhenDrawn } from "#ui/use-focus-when-drawn.ts";
import { usePages, type Pages } from "#ui/use-pages.ts";
import { keepCompany, listCompanies, listForReview, undoMerge, type ListedCompany } from "./calls.ts";
import { DeleteCompany } from "./delete-dialog.tsx";
import { CompanyTable } from "./company-list.tsx";
import { CompanyPanel, usePanel } from "./company-panel.tsx";
import { MergeList } from "./merges.tsx";
import { useCompaniesView, type View } from "./view.ts";

type Notice = { n: number; text: string; isBad?: boolean; undo?: { merge: string; name: string } };

const VIEWS = [
  { value: "all", label: "All" },
  { value: "review", label: "To review" },
  { value: "merges", label: "Merges" },
] as const satisfies readonly { value: View; label: string }[];

export function CompaniesTab(): ReactNode {
  const { view, text, searched, setView, setText } = useCompaniesView();
  const isReview = view === "review";
  // While merges are shown, the list stays as it was.
  const pages = usePages<ListedCompany>(`${isReview} ${searched}`, (cursor, signal) =>
    isReview
      ? listForReview({ status: "new", ...(searched === "" ? {} : { text: searched }) }, cursor, signal)
      : listCompanies(searched, cursor, signal),
  );
  const { panel, open, ask, setDirty, question } = usePanel();
  const [deleting, setDeleting] = useState<ListedCompany>();
  const [notice, setNotice] = useState<Notice>();
  const list = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useFocusWhenDrawn(title);
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

  return (
    <div className={panel ? "cmp has-panel" : "cmp"}>
      <div className="cmp__h">
        <h1 className="h-page" tabIndex={-1} ref={title}>
          Companies
        </h1>
        <button type="button" className="btn btn--p btn--44" onClick={() => ask({ kind: "add" })}>
          <Plus className="icon" size={16} strokeWidth={2} aria-hidden="true" />
          Add company
        </button>
      </div>
      <div className="cmp__tools">
        <Segments label="Show" value={view} onChange={setView} options={VIEWS} />
        {view !== "merges" && <CompanySearch text={text} setText={setText} pages={pages} />}
      </div>
      <div className="cmp__g">
        <div className="cmp__list" ref={list}>
          {view === "merges" ? (
            <MergeList onUndone={onUndone} />
          ) : (
            <PagedList pages={pages} more="Show more" empty={<NoCompanies isReview={isReview} text={searched} />}>
              {(companies) => (
                <CompanyTable
                  companies={companies}
                  openId={panel && panel.kind !== "add" ? panel.company._id : undefined}
                  isReview={isReview}
                  actions={{
                    onEdit: (company) => ask({ kind: "edit", company }),
                    onMerge: (company, into) => ask({ kind: "merge", company, into }),
                    onDelete: setDeleting,
                    onKeep: (company) => void onKeep(company),
                  }}
                />
              )}
            </PagedList>
          )}
        </div>
        {panel && (
          <CompanyPanel
            key={panel.kind === "add" ? "add" : `${panel.kind} ${panel.company._id}`}
            panel={panel}
            ask={ask}
            onDirty={setDirty}
            onSaved={onSaved}
            onAliases={(company, aliases) => put({ ...company, aliases })}
            onMerged={onMerged}
            onCancelMerge={() => open(undefined)}
            onDelete={setDeleting}
          />
        )}
      </div>
      {deleting && (
        <DeleteCompany company={deleting} onClose={() => setDeleting(undefined)} onDone={() => onDeleted(deleting)} />
      )}
      {question}
      {notice && (
        <Toast key={notice.n} stays={notice.isBad ?? false} onClose={() => setNotice(undefined)}>
          {notice.text}
          {notice.undo && (
            <button type="button" className="toast__act" onClick={() => notice.undo && void onUndo(notice.undo)}>
              Undo
            </button>
          )}
        </Toast>
      )}
    </div>
  );
}

function CompanySearch(props: {
  text: string;
  setText: (text: string) => void;
  pages: Pages<ListedCompany>;
}): ReactNode {
  return (
    <>
      <div className="cmp__search">
        <TextField
          label={<span className="sr">Search companies</span>}
          type="search"
          value={props.text}
          onChange={props.setText}
          placeholder="Search companies"
          autoComplete="off"
          spellCheck={false}
          before={<Search className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />}
        />
      </div>
      <p className="ui faint num" role="status">
        {countWords(props.pages)}
      </p>
    </>
  );
}

function countWords(pages: Pages<ListedCompany>): string {
  if (pages.items === undefined) return "";
  const count = pages.items.length;
  if (pages.hasMore && count === 0) return "";
  if (pages.hasMore) return count === 1 ? "The first company" : `The first ${numberText(count)} companies`;
  return count === 1 ? "1 company" : `${numberText(count)} companies`;
}

function NoCompanies(props: { isReview: boolean; text: string }): ReactNode {
  if (props.text !== "")
    return (
      <EmptyState kind="closed" title="No company on this site with that name :/">
        Its further names were searched, too.
      </EmptyState>
    );
  return props.isReview ? (
    <EmptyState kind="start" title="Nothing to review.">
      A company that somebody types into a pipeline appears here.
    </EmptyState>
  ) : (
    <EmptyState kind="start" title="No companies yet.">
      Add the first one.
    </EmptyState>
  );
}
