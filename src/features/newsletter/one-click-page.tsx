import type { ReactNode } from "react";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import type { Route } from "./+types/one-click-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Unsubscribe",
    description: "Get no more e-mails of this kind.",
    path: "/unsubscribe",
    isHidden: true,
  });
}

/** Opening the page stops nothing: programs that check links in mails open them too. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  if (searchParams.has("done")) return { token, state: "done" } as const;
  return { token, state: token === "" || searchParams.has("problem") ? "broken" : "asking" } as const;
}

const WORDS = {
  asking: { title: "Unsubscribe", lead: "Get no more e-mails of this kind." },
  done: { title: "You are off the list", lead: "You will get no more e-mails of this kind." },
  broken: { title: "This link does not work", lead: "Open it once more from the e-mail; it may have been cut off." },
} as const;

function GoOn(): ReactNode {
  return (
    <p className="form-page__f">
      <a className="btn btn--s btn--lg btn--wide" href="/">
        Go on to Pipelines
      </a>
    </p>
  );
}

export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  const { token, state } = loaderData;
  return (
    <FormPage {...WORDS[state]} foot={<>You still get e-mails about your own account, such as a new password.</>}>
      {state === "asking" ? (
        // A plain form: it works in every mail program's own browser, without scripts and without a session.
        <form className="form-page__f" method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
          <button type="submit" className="btn btn--p btn--lg btn--wide">
            Unsubscribe
          </button>
        </form>
      ) : (
        <GoOn />
      )}
    </FormPage>
  );
}
