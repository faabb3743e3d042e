import { feedPath, type FollowState, type Thing } from "#features/follow/rules.ts";
import { Icon } from "#ui/icon.tsx";
import { FollowButton } from "./follow-button.tsx";

/** The row under a page's title: follow by e-mail, or subscribe to the feed. */
export function FollowRow({ thing, name, state }: { thing: Thing; name: string; state: FollowState }) {
  if (state === undefined) return null;
  return (
    <div className="row row--wrap follow">
      <FollowButton thing={thing} name={name} state={state} />
      <a className="link follow__a" href={feedPath(thing)} type="application/atom+xml">
        <Icon name="rss" /> Feed<span className="sr"> of {name}</span>
      </a>
      {state === "following" ? (
        <a className="link follow__a" href="/settings#follows">
          Weekly e-mail
        </a>
      ) : null}
    </div>
  );
}
