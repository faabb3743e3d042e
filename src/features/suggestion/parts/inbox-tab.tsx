import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { api, sentenceOf } from "#core/api-client.ts";
import type { StoredSuggestion } from "#features/suggestion/schema.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { FilteredList, type ListFilter } from "#ui/filtered-list.tsx";
import { Toast } from "#ui/form-toast.tsx";
import { focusRow } from "#ui/paged-list.tsx";
import { usePages } from "#ui/use-pages.ts";
import { InboxItem } from "./inbox-item.tsx";

type Filter = "open" | "done" | "all";

const FILTERS: readonly ListFilter<Filter>[] = [
  { value: "open", label: "Open", title: "Nothing to read", about: "New suggestions come in here." },
  { value: "done", label: "Done", title: "Nothing is done yet", about: "What you mark as done moves here." },
  {
    value: "all",
    label: "All",
    title: "No suggestions yet",
    about: "They come from the form behind “Have a suggestion?”.",
  },
];

export function InboxTab(): ReactNode {
  const [filter, setFilter] = useState<Filter>("open");
  const [asked, setAsked] = useState<StoredSuggestion>();
  const [notice, setNotice] = useState<{ text: string; n: number; undo?: StoredSuggestion; isBad?: boolean }>();
  const [busy, setBusy] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages<StoredSuggestion>(filter, async (cursor, signal) => {
    const query = { state: filter === "all" ? undefined : filter, cursor };
    const { suggestions, next } = await api.request("GET /api/admin/suggestions", { query, signal });
    return { items: suggestions, next };
  });

  const say = (text: string, more: { undo?: StoredSuggestion; isBad?: boolean } = {}): void =>
    setNotice((before) => ({ text, n: (before?.n ?? 0) + 1, ...more }));
  const leave = (id: string): void => {
    const place = pages.items?.findIndex(({ _id }) => _id === id) ?? 0;
    // Synchronously: the dialog returns the focus to the row that leaves, so it must be moved after that.
    flushSync(() => {
      pages.change((items) => items.filter(({ _id }) => _id !== id));
      setAsked(undefined);
    });
    focusRow(list.current, place);
  };

  const mark = async (one: StoredSuggestion, done: boolean, isUndo = false): Promise<void> => {
    if (busy !== "") return;
    setBusy(one._id);
    try {
      const changed = await api.request("PATCH /api/admin/suggestions/{id}", { path: { id: one._id }, body: { done } });
      if (filter === "all" || changed.state === filter) {
        if (isUndo) pages.reload();
        else pages.change((items) => items.map((item) => (item._id === changed._id ? changed : item)));
      } else leave(changed._id);
      say(done ? "Marked as done." : "Open again.", isUndo ? {} : { undo: changed });
    } catch (failure) {
      say(sentenceOf(failure), { isBad: true });
    }
    setBusy("");
  };
  const remove = async (one: StoredSuggestion): Promise<void> => {
    await api.request("DELETE /api/admin/suggestions/{id}", { path: { id: one._id } });
    leave(one._id);
    say("The suggestion is deleted.");
  };

  const { undo } = notice ?? {};
  return (
    <div className="atab">
      <h1 className="h-page" tabIndex={-1}>
        Suggestions
      </h1>
      <p className="dim atab__lead">They are stored without their sender, so that nobody can be answered.</p>
      <FilteredList
        label="Which suggestions"
        filters={FILTERS}
        value={filter}
        onChange={setFilter}
        pages={pages}
        listRef={list}
      >
        {(one) => (
          <InboxItem
            key={one._id}
            suggestion={one}
            isBusy={busy === one._id}
            onMark={(done) => void mark(one, done)}
            onDelete={() => setAsked(one)}
          />
        )}
      </FilteredList>
      {asked && (
        <ConfirmDialog
          title="Delete this suggestion?"
          confirm="Delete"
          loading="Deleting"
          isDanger
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p className="inbox__quote">{asked.text}</p>
          <p>It cannot be brought back.</p>
        </ConfirmDialog>
      )}
      {notice && (
        <Toast key={notice.n} stays={notice.isBad ?? false} onClose={() => setNotice(undefined)}>
          {notice.text}
          {undo && (
            <button type="button" className="toast__act" onClick={() => void mark(undo, undo.state !== "done", true)}>
              Undo
            </button>
          )}
        </Toast>
      )}
    </div>
  );
}
