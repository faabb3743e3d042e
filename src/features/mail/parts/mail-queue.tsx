import { useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { api } from "#core/api-client.ts";
import { amountText } from "#core/number-text.ts";
import type { MailItem } from "#features/mail/schema.ts";
import { kindWords, MAIL_STATE_WORDS } from "#features/mail/words.ts";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { DateTime } from "#ui/date-time.tsx";
import { focusRow, ListFault, ListSkeleton, PagedList } from "#ui/paged-list.tsx";
import { useLoaded } from "#ui/use-loaded.ts";
import { usePages } from "#ui/use-pages.ts";
import { MailView } from "./mail-preview.tsx";

const TAGS: Readonly<Record<MailItem["state"], string>> = {
  queued: "tag",
  sending: "tag tag--acc",
  sent: "tag tag--pos",
  failed: "tag tag--neg",
  cancelled: "tag",
  outbox: "tag tag--warn",
};

const COLUMNS: readonly Column<MailItem>[] = [
  {
    label: "E-mail",
    kind: "main",
    cell: ({ subject, kind, recipient }) => (
      <span className="aperson">
        <span>{subject === "" ? kindWords(kind) : subject}</span>
        <span className="small faint">
          {[subject === "" ? "" : kindWords(kind), recipient].filter(Boolean).join(" · ")}
        </span>
      </span>
    ),
  },
  {
    label: "State",
    cell: ({ state, attempts, inDoubt, lastError }) => (
      <span className="aperson">
        <span>
          <span className={TAGS[state]}>{MAIL_STATE_WORDS[state]}</span>
        </span>
        {state === "failed" || (state === "queued" && attempts > 0) ? (
          <span className="small faint">
            {`${amountText(attempts, "try", "tries")}${lastError === "" ? "" : `: ${lastError}`}`}
          </span>
        ) : null}
        {inDoubt > 0 && <span className="small faint">May have arrived twice</span>}
      </span>
    ),
  },
  { label: "When", cell: ({ createdAt, sentAt }) => <DateTime at={sentAt === "" ? createdAt : sentAt} /> },
];

function OpenedMail(props: { id: string; onBack: () => void }): ReactNode {
  const {
    known: mail,
    problem,
    reload,
  } = useLoaded((signal) => api.request("GET /api/admin/outbox/{id}", { path: { id: props.id }, signal }));
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="em__open">
      <button type="button" className="btn btn--g" ref={back} onClick={props.onBack}>
        <Icon name="chevron-left" /> Back to the mail queue
      </button>
      {problem && <ListFault problem={problem} onAgain={() => void reload()} />}
      {!mail && !problem && <ListSkeleton rows={3} />}
      {mail && <MailView mail={mail} subject={mail.subject} to={mail.recipient} title={kindWords(mail.kind)} />}
    </div>
  );
}

/** Mails of the last 30 days; if no mail server is configured they can be read here. */
export function MailQueue(): ReactNode {
  const [opened, setOpened] = useState<{ id: string; place: number }>();
  const box = useRef<HTMLDivElement>(null);
  const pages = usePages<MailItem>("", async (cursor, signal) => {
    const { mails, next } = await api.request("GET /api/admin/outbox", { query: { cursor }, signal });
    return { items: mails, next };
  });
  const isOpen = pages.items?.some(({ recipient }) => recipient !== "") ?? false;
  if (opened) {
    return (
      <OpenedMail
        id={opened.id}
        onBack={() => {
          flushSync(() => setOpened(undefined));
          focusRow(box.current, opened.place);
        }}
      />
    );
  }
  return (
    <div ref={box}>
      <p className="dim atab__lead">
        {isOpen
          ? "No mail server is set, so e-mails wait here and can be read. Opening one is noted in the audit log."
          : "E-mails of the last 30 days and what became of them. Where a mail server is set, nobody sees to whom they went and what they said."}
      </p>
      <PagedList
        pages={pages}
        more="Show older"
        empty={
          <EmptyState kind="start" title="No e-mails yet">
            E-mails that the site sends are listed here for 30 days.
          </EmptyState>
        }
      >
        {(mails) => (
          <DataTable
            caption="Mail queue"
            columns={COLUMNS}
            rows={mails}
            keyOf={({ id }) => id}
            {...(isOpen
              ? {
                  renderActions: (mail: MailItem) => (
                    <button
                      type="button"
                      className="btn btn--s btn--sm"
                      aria-label={`Open “${mail.subject === "" ? kindWords(mail.kind) : mail.subject}” to ${mail.recipient}`}
                      onClick={() => setOpened({ id: mail.id, place: mails.indexOf(mail) })}
                    >
                      Open
                    </button>
                  ),
                }
              : {})}
          />
        )}
      </PagedList>
    </div>
  );
}
