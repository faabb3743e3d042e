import { Icon } from "#ui/icon.tsx";

/** Keeps the route for people with an account; a visitor is sent to login and back. A plain form. */
export function SaveRoute({
  query,
  state,
}: {
  /** The route as its address has it. */
  query: string;
  state: "visitor" | "open" | "saved";
}) {
  if (state === "visitor") {
    return (
      <a className="btn btn--s" href={`/login?next=${encodeURIComponent(`/search?${query}`)}`}>
        <Icon name="bookmark" /> Save
      </a>
    );
  }
  return (
    <form method="post" action={`/search?${query}`}>
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="saved" value={state === "saved" ? "no" : "yes"} />
      <button className="btn btn--s" type="submit">
        <Icon name={state === "saved" ? "check" : "bookmark"} /> {state === "saved" ? "Saved" : "Save"}
      </button>
    </form>
  );
}

/** Says what happened. */
export function SavedNotice({ result }: { result: "saved" | "forgotten" | undefined }) {
  if (result === undefined) return null;
  return (
    <p className="alert alert--pos ralert" role="status">
      <Icon name="check" />
      {result === "saved" ? "Route saved. You will find it under Search." : "Route removed."}
    </p>
  );
}
