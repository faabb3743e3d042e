import { useLoaderData } from "react-router";
import { pageHead } from "#features/site/parts/head.ts";
import { SentWithoutScript } from "./parts/sent-notice.tsx";
import { SuggestionForm } from "./parts/suggestion-form.tsx";
import { problemSentence } from "./rules.ts";
import type { Route } from "./+types/page.ts";

/** What came of a form that was sent without JavaScript stands in the address. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get("problem");
  return { isSent: searchParams.has("sent"), problem: code === null ? undefined : problemSentence(code) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Have a suggestion?",
    description: "Missing company, broken page, or something else: tell us and we will look into it.",
    path: "/suggestions",
  });
}

export default function SuggestionPage() {
  const { isSent, problem } = useLoaderData<typeof loader>();
  return (
    <div className="wrap wrap--narrow sug">
      <h1 className="h-page">Have a suggestion?</h1>
      <p className="lead sug__lead">
        Missing company, broken page, or something else: tell us and we will look into it.
      </p>
      {isSent ? <SentWithoutScript /> : <SuggestionForm problem={problem} />}
    </div>
  );
}
