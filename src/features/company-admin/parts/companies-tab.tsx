import { amountText, numberText } from "#core/number-text.ts";
import { Plus, Search } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { EmptyState } from "#ui/empty-state.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { Segments } from "#ui/segments.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useFocusWhenDrawn } from "#ui/use-focus-when-drawn.ts";
import { usePages, type Pages } from "#ui/use-pages.ts";
import { listCompanies, listForReview, type ListedCompany } from "./calls.ts";
import { CompanyTable } from "./company-list.tsx";
import { CompanyPanel, usePanel } from "./company-panel.tsx";
import { MergeList } from "./merges.tsx";
import { useCompanyActs } from "./use-company-acts.tsx";
import { useCompaniesView, type View } from "./view.ts";

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
  const list = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useFocusWhenDrawn(title);
  const acts = useCompanyActs({ pages, isReview, panel, open, list, focusTitle });

  return (
    <div className={panel ? "cmp has-panel" : "cmp"}>
      <div className="atab__h">
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
            <MergeList onUndone={acts.onUndone} />
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
                    onDelete: acts.askToDelete,
                    onKeep: (company) => void acts.onKeep(company),
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
            onSaved={acts.onSaved}
            onAliases={acts.onAliases}
            onMerged={acts.onMerged}
            onCancelMerge={() => open(undefined)}
            onDelete={acts.askToDelete}
          />
        )}
      </div>
      {acts.deletion}
      {question}
      {acts.toast}
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
  return amountText(count, "company", "companies");
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
