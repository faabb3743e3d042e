import { Laptop, Terminal } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { api, sentenceOf } from "#core/api-client.ts";
import type { AdminSessions } from "#features/admin/schema.ts";
import { Dotted } from "#ui/dotted.tsx";
import { FormError } from "#ui/form-error.tsx";
import { DateTime } from "#ui/date-time.tsx";

export function SessionList(props: { sessions: AdminSessions["sessions"]; onChange: () => Promise<void> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState("");
  const list = useRef<HTMLUListElement>(null);

  const run = async (change: () => Promise<unknown>, sentence: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await change();
      await props.onChange();
      setSaid(sentence);
      // The row and its button are gone.
      list.current?.focus();
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setBusy(false);
  };

  return (
    <div className="asec__body">
      <FormError message={problem} />
      <ul className="asec__list" ref={list} tabIndex={-1} aria-labelledby="sec-sessions">
        {props.sessions.map((session) => {
          const KindIcon = session.kind === "browser" ? Laptop : Terminal;
          const name = session.device || (session.kind === "browser" ? "A browser" : "An API client");
          return (
            <li key={session._id}>
              <KindIcon className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
              <p className="grow">
                <span className="semi">{name}</span>
                <span className="small faint asec__when">
                  <Dotted
                    parts={[
                      session.current ? (
                        <span key="here" className="asec__here">
                          This device
                        </span>
                      ) : (
                        <>
                          Last used <DateTime at={session.used} />
                        </>
                      ),
                      <>
                        logged in <DateTime at={session.created} />
                      </>,
                    ]}
                  />
                </span>
              </p>
              {!session.current && (
                <button
                  type="button"
                  className="btn btn--g btn--44"
                  aria-label={`End the session on ${name}`}
                  aria-disabled={isBusy || undefined}
                  onClick={() =>
                    void run(
                      () => api.request("DELETE /api/admin/sessions/{id}", { path: { id: session._id } }),
                      "The session has ended.",
                    )
                  }
                >
                  End
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {props.sessions.some(({ current }) => !current) && (
        <button
          type="button"
          className="btn btn--s btn--44"
          aria-disabled={isBusy || undefined}
          onClick={() => void run(() => api.request("DELETE /api/admin/sessions"), "All other sessions have ended.")}
        >
          End all other sessions
        </button>
      )}
      <p className="small dim" role="status">
        {said}
      </p>
    </div>
  );
}
