import type { ReactNode } from "react";
import { api } from "#core/api-client.ts";
import { ListFault } from "#ui/paged-list.tsx";
import { useLoaded } from "#ui/use-loaded.ts";
import { SessionList } from "./session-list.tsx";
import { LoadingRows } from "./tab-loading.tsx";
import { TotpSection } from "./totp-section.tsx";

export function SecurityTab(): ReactNode {
  const { known, problem, reload } = useLoaded(async (signal) => {
    const [me, { sessions }] = await Promise.all([
      api.request("GET /api/admin/me", { signal }),
      api.request("GET /api/admin/sessions", { signal }),
    ]);
    return { me, sessions };
  });
  return (
    <div className="asec">
      <h1 className="h-page" tabIndex={-1}>
        Security
      </h1>
      {problem && <ListFault problem={problem} onAgain={() => void reload()} />}
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
            <TotpSection isOn={known.me.totp} email={known.me.email} onChange={() => reload()} />
          </section>
          <section className="asec__row" aria-labelledby="sec-sessions">
            <div>
              <h2 className="h-sec" id="sec-sessions">
                Sessions
              </h2>
              <p className="ui dim">
                Where you are signed in as {known.me.email}. A session ends after 30 minutes without use and after 12
                hours in any case; ending it takes effect at once.
              </p>
            </div>
            <SessionList sessions={known.sessions} onChange={() => reload()} />
          </section>
        </>
      )}
    </div>
  );
}
