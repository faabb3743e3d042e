import { useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { api } from "#core/api-client.ts";
import type { BroadcastView } from "#features/mail/schema.ts";
import { AUDIENCE_WORDS, isRunning, outcomeWords } from "#features/mail/words.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Toast } from "#ui/form-toast.tsx";
import { DateTime } from "#ui/date-time.tsx";
import { ListFault, PagedList } from "#ui/paged-list.tsx";
import { Segments } from "#ui/segments.tsx";
import { bodyOf, MailCompose } from "./mail-compose.tsx";
import { keepDraft, keptDraft, type MailDraft } from "./mail-draft.ts";
import { MailQueue } from "./mail-queue.tsx";
import { MailView } from "./mail-preview.tsx";
import { MailProgress } from "./mail-progress.tsx";
import { useBroadcasts } from "./use-broadcasts.ts";
import { usePreview } from "./use-preview.ts";

/** What to say when a watched broadcast has ended. */
function endWords(broadcast: BroadcastView): string {
  const { audience, subject, outbox, sent, state } = broadcast;
  if (audience === "test") {
    if (sent > 0) return "The test is sent.";
    return outbox > 0 ? "No mail server is set: the test waits in the mail queue." : "The test could not be sent.";
  }
  return `“${subject}” ${state === "cancelled" ? "is stopped" : "is done"}: ${outcomeWords(broadcast)}.`;
}

function SentBefore({ pages }: Pick<ReturnType<typeof useBroadcasts>, "pages">): ReactNode {
  return (
    <section aria-labelledby="sent-before">
      <h2 className="h-sub" id="sent-before">
        Sent before
      </h2>
      <PagedList pages={pages} more="Show older" empty={<p className="nodata">Nothing was sent yet.</p>}>
        {(broadcasts) => (
          <ul className="em__h">
            {broadcasts.map((one) => (
              <li key={one.jobId} data-row="" tabIndex={-1}>
                <div>
                  <p className="ui med em__hs">{one.subject}</p>
                  <p className="small faint">
                    <DateTime at={one.createdAt} /> · {AUDIENCE_WORDS[one.audience].name}
                    {one.state === "cancelled" ? " · Stopped" : isRunning(one) ? " · Under way" : ""}
                  </p>
                </div>
                <p className="small dim num">{outcomeWords(one)}</p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

export function MailsTab(): ReactNode {
  const [view, setView] = useState<"write" | "outbox">("write");
  const [draft, setDraft] = useState<MailDraft>(keptDraft);
  const [asked, setAsked] = useState<BroadcastView>();
  const [said, setSaid] = useState<{ text: string; n: number }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const say = (text: string): void => setSaid((before) => ({ text, n: (before?.n ?? 0) + 1 }));
  const { pages, isLost, follow } = useBroadcasts((ended) => say(endWords(ended)));
  const { preview, fault, problem, again } = usePreview(draft.subject, bodyOf(draft));
  useEffect(() => keepDraft(draft), [draft]);

  const stop = async (broadcast: BroadcastView): Promise<void> => {
    const now = await api.request("POST /api/email/broadcasts/{id}/cancel", { path: { id: broadcast.jobId } });
    flushSync(() => {
      pages.change((items) => items.map((one) => (one.jobId === now.jobId ? now : one)));
      setAsked(undefined);
    });
    // The button that had the focus has disappeared.
    heading.current?.focus();
    say(endWords(now));
  };

  const running = (pages.items ?? []).filter((one) => one.audience !== "test" && isRunning(one));
  return (
    <div className="atab">
      <div className="atab__h">
        <h1 className="h-page" tabIndex={-1} ref={heading}>
          Emails
        </h1>
        <Segments
          label="What is shown"
          value={view}
          onChange={setView}
          options={[
            { value: "write", label: "Write" },
            { value: "outbox", label: "Mail queue" },
          ]}
        />
      </div>
      {running.map((broadcast) => (
        <MailProgress key={broadcast.jobId} broadcast={broadcast} isLost={isLost} onStop={() => setAsked(broadcast)} />
      ))}
      {view === "outbox" ? (
        <MailQueue />
      ) : (
        <div className="em">
          <MailCompose
            draft={draft}
            bodyFault={fault}
            onChange={setDraft}
            onSent={(text, jobId) => {
              say(text);
              if (jobId !== undefined) follow(jobId);
            }}
          />
          <div className="em__r">
            {problem !== undefined && <ListFault problem={{ message: problem, isShut: false }} onAgain={again} />}
            <MailView mail={preview} isRefused={fault !== undefined} subject={draft.subject.trim()} title="Preview" />
            <SentBefore pages={pages} />
          </div>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={`Stop sending “${asked.subject}”?`}
          confirm="Stop sending"
          loading="Stopping"
          isDanger
          onConfirm={() => stop(asked)}
          onClose={() => setAsked(undefined)}
        >
          People who have received it keep it. Nobody else gets it, and it cannot be resumed.
        </ConfirmDialog>
      )}
      {said !== undefined && (
        <Toast key={said.n} onClose={() => setSaid(undefined)}>
          {said.text}
        </Toast>
      )}
    </div>
  );
}
