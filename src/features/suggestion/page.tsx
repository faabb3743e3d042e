import { SuggestionForm } from "./parts/suggestion-form.tsx";

export function meta() {
  return [
    { title: "Have a suggestion? – Pipelines" },
    {
      name: "description",
      content: "Missing company, broken page, or something else: tell us and we will look into it.",
    },
  ];
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
