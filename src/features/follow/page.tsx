import { redirect } from "react-router";
import { safeReturnPath } from "#core/return-path.ts";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import type { Route } from "./+types/page.ts";

/** Shows the error if following failed. After success the form returns to its page. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { form, viewer } = context.get(pageContext);
  const back = safeReturnPath(new URL(request.url).searchParams.get("next"));
  if (!viewer) throw redirect(`/login?next=${encodeURIComponent(back === "/" ? "/settings" : back)}`);
  return { error: form?.error, back };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, { title: "Follow", description: "What you follow.", path: "/follow", isHidden: true });
}

export default function FollowPage({ loaderData: { error, back } }: Route.ComponentProps) {
  return (
    <FormPage
      title={error === undefined ? "What you follow" : "Nothing was changed"}
      lead={error ?? "Companies, schools, titles and routes that you follow stand in your settings."}
      foot={error === undefined ? undefined : <a href={back}>Back to the page</a>}
    >
      <p className="form-page__f">
        <a className="btn btn--s btn--lg btn--wide" href="/settings#follows">
          Open your settings
        </a>
      </p>
    </FormPage>
  );
}
