import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { api } from "#core/api-client.ts";
import type { StoredReport } from "#features/moderation/schema.ts";
import type { Act } from "#features/report/rules.ts";
import { FilteredList, type ListFilter } from "#ui/filtered-list.tsx";
import { Toast } from "#ui/form-toast.tsx";
import { focusRow } from "#ui/paged-list.tsx";
import { usePages } from "#ui/use-pages.ts";
import { ActDialog } from "./act-dialog.tsx";
import { ACT_DONE } from "./act-words.ts";
import { ReportItem } from "./report-item.tsx";

type Filter = StoredReport["state"] | "all";

const COMES_IN = "What people report, and what rules find, comes in here.";
const FILTERS: readonly ListFilter<Filter>[] = [
  { value: "open", label: "Open", title: "Nothing to look at", about: COMES_IN },
  {
    value: "waiting",
    label: "Waiting",
    title: "Nobody is asked",
    about: "Whom you asked to correct, or hid, waits here until they answer.",
  },
  {
    value: "done",
    label: "Settled",
    title: "Nothing is settled yet",
    about: "Settled reports stay here for 90 days.",
  },
  { value: "all", label: "All", title: "No reports yet", about: COMES_IN },
];

/** The dashboard's queue of reports. */
export function ReportsTab(): ReactNode {
  const [filter, setFilter] = useState<Filter>("open");
  const [asked, setAsked] = useState<{ report: StoredReport; act: Act }>();
  const [said, setSaid] = useState<{ text: string; n: number }>();
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages<StoredReport>(filter, async (cursor, signal) => {
    const query = { state: filter === "all" ? undefined : filter, cursor };
    const { reports, next } = await api.request("GET /api/admin/reports", { query, signal });
    return { items: reports, next };
  });

  const act = async (words: string): Promise<void> => {
    if (!asked) return;
    const { report, act: chosen } = asked;
    await api.request("POST /api/admin/reports/{id}", {
      path: { id: report._id },
      body: { act: chosen, ...(words === "" ? {} : { words }) },
    });
    const place = pages.items?.findIndex(({ _id }) => _id === report._id) ?? 0;
    // Remove the row synchronously. The closing dialog returns the focus to it, and only then can the focus move on.
    flushSync(() => {
      if (filter === "all") pages.reload();
      else pages.change((items) => items.filter(({ _id }) => _id !== report._id));
      setAsked(undefined);
    });
    focusRow(list.current, place);
    setSaid((before) => ({ text: ACT_DONE[chosen], n: (before?.n ?? 0) + 1 }));
  };

  return (
    <div className="atab">
      <h1 className="h-page" tabIndex={-1}>
        Reports
      </h1>
      <p className="dim atab__lead">
        They are stored without their sender. What you do is in the audit log, and counted in public by quarter and
        reason.
      </p>
      <FilteredList
        label="Which reports"
        filters={FILTERS}
        value={filter}
        onChange={setFilter}
        pages={pages}
        listRef={list}
      >
        {(report) => (
          <ReportItem key={report._id} report={report} onAct={(chosen) => setAsked({ report, act: chosen })} />
        )}
      </FilteredList>
      {asked && <ActDialog act={asked.act} report={asked.report} onAct={act} onClose={() => setAsked(undefined)} />}
      {said && (
        <Toast key={said.n} onClose={() => setSaid(undefined)}>
          {said.text}
        </Toast>
      )}
    </div>
  );
}
