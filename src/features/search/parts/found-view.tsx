import { EmptyState } from "#ui/empty-state.tsx";
import { FindForm } from "./find-form.tsx";
import { FoundLists, isAnythingFound, type FoundView } from "./found-lists.tsx";

/** The results for a typed name. */
export function FoundPage({ text, found }: { text: string; found: FoundView }) {
  return (
    <div className="wrap sr-page">
      <FindForm text={text} />
      {isAnythingFound(found) ? (
        <>
          <h1 className="h-page found__t">{`Found for “${text}”`}</h1>
          <p className="ui dim">At most five of each, the likeliest first. Anonymous people cannot be found by name.</p>
          <FoundLists found={found} />
        </>
      ) : (
        <EmptyState
          kind="closed"
          level={1}
          title={`Nothing found for “${text}”.`}
          action={
            <a className="btn btn--p" href="/search">
              Build a route
            </a>
          }
        >
          Anonymous people cannot be found by name. A company, a school, a title or a public name may be spelt
          differently.
        </EmptyState>
      )}
    </div>
  );
}
