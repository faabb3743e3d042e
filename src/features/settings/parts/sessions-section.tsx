import { Laptop, Smartphone, SquareTerminal } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { SessionView } from "#features/session/schema.ts";
import { Dotted } from "#ui/dotted.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";
import { dayName, lastUse, shapeOf, thisFirst } from "./when.ts";

const SHAPES = { computer: Laptop, phone: Smartphone, program: SquareTerminal } as const;

/** The person's sessions, with a button to end each. */
export function SessionsSection({ sessions, now }: { sessions: readonly SessionView[]; now: string }): ReactNode {
  const { busy, done, run, at } = useChange();
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions.filter(({ current }) => !current).length;

  // The row goes, and its button with it.
  const end = async (name: string, act: () => Promise<unknown>, said: string): Promise<void> => {
    const isDone = await run({ name, act, done: said });
    if (isDone) heading.current?.focus();
  };

  return (
    <Section
      id="sessions"
      title="Sessions"
      lead="Where you are signed in. Signing out takes effect at once."
      headingRef={heading}
    >
      <ul className="sess">
        {thisFirst(sessions).map((session) => {
          const Shape = SHAPES[shapeOf(session)];
          return (
            <li key={session._id}>
              <Shape className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
              <div className="grow">
                <p className="ui semi">{session.device}</p>
                <p className="small faint">
                  <Dotted
                    parts={[
                      session.current ? (
                        <span key="here" className="med sess__here">
                          This device
                        </span>
                      ) : (
                        lastUse(session.lastUsed, now)
                      ),
                      `logged in on ${dayName(session.createdOn)}`,
                    ]}
                  />
                </p>
              </div>
              {!session.current && (
                <button
                  type="button"
                  className="btn btn--g set__b"
                  aria-label={`Sign out ${session.device}`}
                  aria-disabled={busy !== "" || undefined}
                  onClick={() =>
                    void end(
                      session._id,
                      () => api.request("DELETE /api/user/sessions/{id}", { path: { id: session._id } }),
                      `${session.device} is signed out.`,
                    )
                  }
                >
                  Sign out
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {others > 0 && (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            const act = () => api.request("DELETE /api/user/sessions");
            void end("others", act, "You are signed out everywhere else.");
          }}
        >
          <SubmitButton className="btn btn--s set__b" isLoading={busy === "others"} loadingLabel="Signing out">
            Sign out everywhere else
          </SubmitButton>
        </form>
      )}
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
