import { useEffect } from "react";
import { useLoaderData } from "react-router";
import { forgetTyped } from "#core/typed-text.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { SentWithoutScript } from "./parts/sent-notice.tsx";
import { SuggestionForm } from "./parts/suggestion-form.tsx";
import { problemSentence } from "./rules.ts";
import type { Route } from "./+types/page.ts";

/** After a form that was sent without JavaScript, `sent` is in the address, and a refusal in the context. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get("problem");
  const refused = code === null ? undefined : { error: problemSentence(code), values: {} };
  return { isSent: searchParams.has("sent"), result: context.get(pageContext).form ?? refused };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Have a suggestion?",
    description: "Missing company, broken page, or something else: tell us and we will look into it.",
    path: "/suggestions",
  });
}

export default function SuggestionPage() {
  const { isSent, result } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (isSent) forgetTyped("suggestion");
  }, [isSent]);
  return (
    <div className="wrap wrap--narrow sug">
      <h1 className="h-page">Have a suggestion?</h1>
      <p className="lead sug__lead">
        Missing company, broken page, or something else: tell us and we will look into it.
      </p>
      {isSent ? <SentWithoutScript /> : <SuggestionForm result={result} />}
    </div>
  );
}
