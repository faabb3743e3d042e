import { useRef, useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { FollowKind } from "#core/follow-kind.ts";
import type { Follow, WeeklyEmail } from "#features/follow/schema.ts";
import { Icon } from "#ui/icon.tsx";
import { Switch } from "#ui/switch.tsx";
import { Unbroken } from "#ui/unbroken.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

const KIND_WORDS: Readonly<Record<FollowKind, string>> = {
  company: "Company",
  school: "School",
  title: "Title",
  route: "Route",
};

export function FollowsSection(props: { follows: readonly Follow[]; weeklyEmail: WeeklyEmail }): ReactNode {
  const { follows, weeklyEmail } = props;
  const { busy, done, run, at } = useChange();
  const [wanted, setWanted] = useState(weeklyEmail.wanted);
  const heading = useRef<HTMLHeadingElement>(null);

  const change = async (next: boolean): Promise<void> => {
    setWanted(next);
    const isDone = await run({
      name: "letter",
      act: () => api.request("PATCH /api/user/weekly-letter", { body: { wanted: next } }),
      done: next ? "You will get the weekly e-mail." : "You will get no more weekly e-mails.",
    });
    if (!isDone) setWanted(!next);
  };

  const leave = async ({ kind, id, name }: Follow): Promise<void> => {
    const isDone = await run({
      name: `${kind} ${id}`,
      act: () => api.request("POST /api/user/follows", { body: { kind, id, following: "no" } }),
      done: name === "" ? "You no longer follow it." : `You no longer follow ${name}.`,
    });
    if (isDone) heading.current?.focus();
  };

  return (
    <Section
      id="follows"
      title="What you follow"
      lead="Only you see it. Once a week we count what is new among public people, from five on."
      headingRef={heading}
    >
      <div className="set__switch">
        <Switch
          label="Weekly e-mail"
          note={
            weeklyEmail.confirmed ? (
              "An e-mail when something you follow has news, once a week at most. Each has a link that ends them."
            ) : (
              <Unbroken text="Confirm your e-mail first: the weekly e-mail goes to confirmed addresses only." />
            )
          }
          isOn={wanted}
          onChange={(isOn) => void change(isOn)}
        />
      </div>
      {follows.length === 0 ? (
        <p className="hint">You follow nothing yet. Each company, school, title and route has a “Follow” button.</p>
      ) : (
        <ul className="sess">
          {follows.map((one) => {
            const name = one.name === "" ? "No longer on this site" : one.name;
            return (
              <li key={`${one.kind} ${one.id}`}>
                <div className="grow">
                  <p className="ui follow__n">
                    {one.path === "" ? (
                      name
                    ) : (
                      <a className="link" href={one.path}>
                        {name}
                      </a>
                    )}
                  </p>
                  <p className="small faint">{KIND_WORDS[one.kind]}</p>
                </div>
                {one.feed === "" ? null : (
                  <a className="btn btn--g set__b" href={one.feed} aria-label={`Feed of ${name}`}>
                    <Icon name="rss" /> Feed
                  </a>
                )}
                <button
                  type="button"
                  className="btn btn--g set__b"
                  aria-label={`Unfollow ${name}`}
                  aria-disabled={busy !== "" || undefined}
                  onClick={() => void leave(one)}
                >
                  Unfollow
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
