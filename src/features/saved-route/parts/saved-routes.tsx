import { Icon } from "#ui/icon.tsx";
import type { SavedRoute } from "#features/saved-route/schema.ts";

/** A person's own routes, each with a form that forgets it. */
export function SavedRoutes({ routes }: { routes: readonly SavedRoute[] }) {
  if (routes.length === 0) return null;
  return (
    <section className="sec rsec">
      <h2 className="h-sec">Your routes</h2>
      <ul className="rex" role="list">
        {routes.map(({ query, words }) => (
          <li key={query} className="rsaved">
            <a className="rsaved__a" href={`/search?${query}`}>
              {words}
            </a>
            <form method="post" action="/search">
              <input type="hidden" name="query" value={query} />
              <input type="hidden" name="saved" value="no" />
              <button className="btn btn--g btn--icon btn--36" type="submit" aria-label={`Remove ${words}`}>
                <Icon name="x" />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
