import type { ReactNode } from "react";
import { Gate } from "#features/account/parts/gate.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import type { Route } from "./+types/unsubscribe-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Unsubscribe",
    description: "Get no more mails of this kind.",
    path: "/unsubscribe",
    isHidden: true,
  });
}

/** Opening the page stops nothing: programs that look at links in mails open them too. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  return {
    token: searchParams.get("token") ?? "",
    state: searchParams.has("done") ? "done" : searchParams.has("problem") ? "problem" : "asking",
  } as const;
}

const FOOT = <>Mails about your own account, such as a new password, are none of these.</>;

function Asking({ token }: { token: string }): ReactNode {
  return (
    // A plain form: it works in every mail program's own browser, without scripts and without a session.
    <form className="gate__f" method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
      <button type="submit" className="btn btn--p btn--lg btn--wide">
        Unsubscribe
      </button>
    </form>
  );
}

export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  const { token, state } = loaderData;
  if (state === "done") {
    return (
      <Gate kind="through" title="You are off the list" lead="You will get no more mails of this kind." foot={FOOT}>
        <p className="gate__f">
          <a className="btn btn--s btn--lg btn--wide" href="/">
            Go on to Pipelines
          </a>
        </p>
      </Gate>
    );
  }
  if (token === "" || state === "problem") {
    return (
      <Gate
        kind="through"
        title="This link does not work"
        lead="Open it once more from the mail; it may have been cut off."
        foot={FOOT}
      >
        <p className="gate__f">
          <a className="btn btn--s btn--lg btn--wide" href="/">
            Go on to Pipelines
          </a>
        </p>
      </Gate>
    );
  }
  return (
    <Gate kind="through" title="Unsubscribe" lead="Get no more mails of this kind." foot={FOOT}>
      <Asking token={token} />
    </Gate>
  );
}
