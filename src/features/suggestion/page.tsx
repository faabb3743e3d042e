import { SuggestionForm } from "./parts/suggestion-form.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import type { Route } from "./+types/page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Have a suggestion?",
    description: "Missing company, broken page, or something else: tell us and we will look into it.",
    path: "/suggestions",
  });
}

export default function SuggestionPage() {
  return (
    <div className="wrap wrap--narrow sug">
      <h1 className="h-page">Have a suggestion?</h1>
      <p className="lead sug__lead">
        Missing company, broken page, or something else: tell us and we will look into it.
      </p>
      <SuggestionForm />
    </div>
  );
}
