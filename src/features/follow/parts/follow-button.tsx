import type { SubmitEvent } from "react";
import { useRevalidator } from "react-router";
import { pathOfThing, type FollowState, type Thing } from "#features/follow/rules.ts";
import { Icon } from "#ui/icon.tsx";

/**
 * Follows a thing, or ends that: a form that works without script too. A visitor is sent to login and back to the page.
 * @param label what the button says where nothing is followed yet
 */
export function FollowButton({
  thing,
  name,
  state,
  label = "Follow",
}: {
  thing: Thing;
  /** What is followed, for who hears the button alone. */
  name: string;
  state: FollowState;
  label?: string;
}) {
  const { revalidate } = useRevalidator();
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
  /** Stays on the page, where it was scrolled to. What was refused is sent anew as a form, whose answer says why. */
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new URLSearchParams({ kind: thing.kind, id: thing.thing, following: isFollowing ? "no" : "yes" });
    const answer = await fetch(form.action, { method: "POST", body: fields, redirect: "manual" }).catch(
      () => undefined,
    );
    if (answer?.type === "opaqueredirect") await revalidate();
    else form.submit();
  };
  return (
    <form method="post" action={`/follow?next=${encodeURIComponent(page)}`} onSubmit={(event) => void submit(event)}>
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
