import { pathOfThing, type FollowState, type Thing } from "#features/follow/rules.ts";
import { Icon } from "#ui/icon.tsx";

/**
 * A plain form to follow or unfollow a thing. Visitors are sent to the login and back.
 * @param label the button's text while the thing is not followed
 */
export function FollowButton({
  thing,
  name,
  state,
  label = "Follow",
}: {
  thing: Thing;
  /** The thing's name, for screen readers. */
  name: string;
  state: FollowState;
  label?: string;
}) {
  if (state === undefined) return null;
  const page = pathOfThing(thing);
  if (state === "visitor") {
    return (
      <a className="btn btn--s" href={`/login?next=${encodeURIComponent(page)}`}>
        <Icon name="bell" /> {label}
        <span className="sr"> {name}</span>
      </a>
    );
  }
  const isFollowing = state === "following";
  return (
    <form method="post" action={`/follow?next=${encodeURIComponent(page)}`}>
      <input type="hidden" name="kind" value={thing.kind} />
      <input type="hidden" name="id" value={thing.thing} />
      <input type="hidden" name="following" value={isFollowing ? "no" : "yes"} />
      <button className="btn btn--s" type="submit">
        <Icon name={isFollowing ? "check" : "bell"} /> {isFollowing ? "Following" : label}
        <span className="sr">{isFollowing ? ` ${name}. End it.` : ` ${name}`}</span>
      </button>
    </form>
  );
}
