import { useCallback, useEffect, useState, type ReactNode } from "react";
import { ListFault } from "#ui/paged-list.tsx";
import { problemOf, type ListProblem } from "#ui/use-pages.ts";
import type { AdminView } from "#features/admin/schema.ts";
import { readMe, readSessions, type AdminSessionRow } from "./security-calls.ts";
import { SessionList } from "./session-list.tsx";
import { LoadingRows } from "./tab-loading.tsx";
import { TotpSection } from "./totp-section.tsx";

type Known = { me: AdminView; sessions: readonly AdminSessionRow[] };

export function SecurityTab(): ReactNode {
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState<ListProblem>();

  const load = useCallback(async (signal?: AbortSignal): Promise<void> => {
    setProblem(undefined);
    try {
      const [me, sessions] = await Promise.all([readMe(signal), readSessions(signal)]);
      setKnown({ me, sessions });
    } catch (failure) {
      if (signal?.aborted !== true) setProblem(problemOf(failure));
    }
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load]);

  return (
    <div className="asec">
      <h1 className="h-page" tabIndex={-1}>
        Security
      </h1>
      {problem && <ListFault problem={problem} onAgain={() => void load()} />}
      {!known && !problem && <LoadingRows />}
      {known && (
        <>
          <section className="asec__row" aria-labelledby="sec-totp">
            <div>
              <h2 className="h-sec" id="sec-totp">
                Authenticator app
              </h2>
              <p className="ui dim">A second step at login: a code that your telephone shows.</p>
            </div>
            <TotpSection isOn={known.me.totp} email={known.me.email} onChange={() => load()} />
          </section>
          <section className="asec__row" aria-labelledby="sec-sessions">
            <div>
              <h2 className="h-sec" id="sec-sessions">
                Sessions
              </h2>
              <p className="ui dim">
                Where you are logged in as {known.me.email}. A session ends after 30 minutes without use and after 12
                hours in any case; ending it takes effect at once.
              </p>
            </div>
            <SessionList sessions={known.sessions} onChange={() => load()} />
          </section>
        </>
      )}
    </div>
  );
}
