import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { flushSync } from "react-dom";
import { api, sentenceOf } from "#core/api-client.ts";
import type { Reason } from "#features/report/rules.ts";
import type { Person } from "#features/moderation/schema.ts";
import { callOf, VISIBILITY_WORDS } from "#features/moderation/words.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Toast } from "#ui/form-toast.tsx";
import { Icon } from "#ui/icon.tsx";
import { focusRow, PagedList } from "#ui/paged-list.tsx";
import { Segments } from "#ui/segments.tsx";
import { TextField } from "#ui/text-field.tsx";
import { usePages, type Pages } from "#ui/use-pages.ts";
import { SuspendDialog } from "./suspend-dialog.tsx";

/** Without typing, before a search starts. */
const PAUSE_MS = 250;

const COLUMNS: readonly Column<Person>[] = [
  {
    label: "Person",
    kind: "main",
    cell: (person) => (
      <span className="aperson">
        {person.suspended || person.visibility === "private" ? (
          <span>{person.name}</span>
        ) : (
          <a className="link" href={`/user/${person._id}`}>
            {person.name}
          </a>
        )}
        <span className="small faint">{person.username === "" ? person._id : `@${person.username}`}</span>
      </span>
    ),
  },
  { label: "Profile", cell: ({ visibility, created }) => (created ? VISIBILITY_WORDS[visibility] : "Not saved yet") },
  {
    label: "State",
    cell: ({ suspended }) =>
      suspended ? <span className="tag tag--neg">Suspended</span> : <span className="tag tag--pos">Active</span>,
  },
];

/** Returns the text as it was when it last stayed the same for PAUSE_MS. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type Which = "all" | "suspended";

function PeopleFilter(props: {
  typed: string;
  onType: (text: string) => void;
  which: Which;
  onWhich: (which: Which) => void;
}): ReactNode {
  return (
    <div className="atab__tools" role="search">
      <TextField
        label="Name, username or id"
        type="search"
        value={props.typed}
        onChange={props.onType}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        before={<Icon name="search" />}
      />
      <Segments
        label="Which people"
        value={props.which}
        onChange={props.onWhich}
        options={[
          { value: "all", label: "Everybody" },
          { value: "suspended", label: "Suspended" },
        ]}
      />
    </div>
  );
}

function NobodyFound({ text, which }: { text: string; which: Which }): ReactNode {
  if (text !== "")
    return (
      <EmptyState kind="hidden" title="Nobody found">
        Names and usernames of public people are searched; others by the whole id.
      </EmptyState>
    );
  return which === "suspended" ? (
    <EmptyState kind="start" title="Nobody is suspended" />
  ) : (
    <EmptyState kind="hidden" title="Nobody has saved a profile yet" />
  );
}

function PersonButtons(props: {
  person: Person;
  isBusy: boolean;
  onSuspend: () => void;
  onUnsuspend: () => void;
  onDelete: () => void;
}): ReactNode {
  const { person } = props;
  const word = person.suspended ? "Unsuspend" : "Suspend";
  return (
    <>
      <button
        type="button"
        className="btn btn--s btn--sm"
        aria-label={`${word} ${callOf(person)}`}
        aria-disabled={props.isBusy || undefined}
        onClick={person.suspended ? props.onUnsuspend : props.onSuspend}
      >
        {word}
      </button>
      <button
        type="button"
        className="btn btn--do btn--sm"
        aria-label={`Delete ${callOf(person)}`}
        onClick={props.onDelete}
      >
        Delete
      </button>
    </>
  );
}

/** What an administrator does to people of the list, which then shows them as they are. */
function usePeopleActs(pages: Pages<Person>, list: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ what: "suspend" | "delete"; person: Person }>();
  const [said, setSaid] = useState<{ text: string; n: number }>();
  const [failed, setFailed] = useState<string>();
  /** The id of the person whose suspension is being lifted. */
  const [busy, setBusy] = useState("");
  const close = (): void => setAsked(undefined);
  const say = (sentence: string): void => setSaid((before) => ({ text: sentence, n: (before?.n ?? 0) + 1 }));
  const put = (person: Person): void =>
    pages.change((people) => people.map((one) => (one._id === person._id ? person : one)));

  const suspend = async (person: Person, reason: Reason): Promise<void> => {
    put(await api.request("POST /api/admin/people/{id}/suspend", { path: { id: person._id }, body: { reason } }));
    close();
    say(`${callOf(person)} is suspended.`);
  };
  const unsuspend = async (person: Person): Promise<void> => {
    if (busy !== "") return;
    setBusy(person._id);
    setFailed(undefined);
    try {
      put(await api.request("POST /api/admin/people/{id}/unsuspend", { path: { id: person._id } }));
      say(`${callOf(person)} is back as before.`);
    } catch (failure) {
      setFailed(sentenceOf(failure));
    }
    setBusy("");
  };
  const remove = async (person: Person): Promise<void> => {
    await api.request("DELETE /api/admin/people/{id}", { path: { id: person._id } });
    const place = pages.items?.findIndex(({ _id }) => _id === person._id) ?? 0;
    // Remove the row synchronously. The closing dialog returns the focus to it, and only then can the focus move on.
    flushSync(() => {
      pages.change((people) => people.filter(({ _id }) => _id !== person._id));
      close();
    });
    focusRow(list.current, place);
    say(`${callOf(person)} is deleted.`);
  };

  const dialog =
    asked?.what === "suspend" ? (
      <SuspendDialog
        name={callOf(asked.person)}
        onSuspend={(reason) => suspend(asked.person, reason)}
        onClose={close}
      />
    ) : asked?.what === "delete" ? (
      <ConfirmDialog
        title={`Delete ${callOf(asked.person)} for good?`}
        confirm="Delete for good"
        loading="Deleting"
        isDanger
        onConfirm={() => remove(asked.person)}
        onClose={close}
      >
        Account, profile, picture and e-mails are removed, and their numbers leave every count. Nobody can bring them
        back. To hide somebody for a while, suspend them.
      </ConfirmDialog>
    ) : undefined;
  const toast =
    failed !== undefined ? (
      <Toast key={failed} stays onClose={() => setFailed(undefined)}>
        {failed}
      </Toast>
    ) : said !== undefined ? (
      <Toast key={said.n} onClose={() => setSaid(undefined)}>
        {said.text}
      </Toast>
    ) : undefined;
  return { ask: setAsked, unsuspend, busy, dialog, toast };
}

export function PeopleTab(): ReactNode {
  const [typed, setTyped] = useState("");
  const [which, setWhich] = useState<Which>("all");
  const list = useRef<HTMLDivElement>(null);
  const text = useSettled(typed.trim());
  const pages = usePages<Person>(`${which} ${text}`, async (cursor, signal) => {
    const query = {
      text: text === "" ? undefined : text,
      suspended: which === "suspended" ? ("true" as const) : undefined,
      cursor,
    };
    const { people, next } = await api.request("GET /api/admin/people", { query, signal });
    return { items: people, next };
  });
  const acts = usePeopleActs(pages, list);

  return (
    <div className="atab">
      <h1 className="h-page" tabIndex={-1}>
        People
      </h1>
      <p className="dim atab__lead">
        Search by what everybody sees of a person. No <span className="nowrap">e-mail</span> is shown here, and
        anonymous people are found by their whole id alone.
      </p>
      <PeopleFilter typed={typed} onType={setTyped} which={which} onWhich={setWhich} />
      <p className="sr" role="status">
        {pages.items === undefined || pages.isLoading
          ? ""
          : `${pages.items.length}${pages.hasMore ? " or more" : ""} people found.`}
      </p>
      <div ref={list}>
        <PagedList pages={pages} more="Show more" empty={<NobodyFound text={text} which={which} />}>
          {(people) => (
            <DataTable
              caption="People"
              columns={COLUMNS}
              rows={people}
              keyOf={({ _id }) => _id}
              renderActions={(person) => (
                <PersonButtons
                  person={person}
                  isBusy={acts.busy === person._id}
                  onSuspend={() => acts.ask({ what: "suspend", person })}
                  onUnsuspend={() => void acts.unsuspend(person)}
                  onDelete={() => acts.ask({ what: "delete", person })}
                />
              )}
            />
          )}
        </PagedList>
      </div>
      {acts.dialog}
      {acts.toast}
    </div>
  );
}
