import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { AnswerForm } from "./parts/answer-form.tsx";
import type { Route } from "./+types/answer-page.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  return { isSent: new URL(request.url).searchParams.has("sent"), result: context.get(pageContext).form };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Answer a report",
    description: "Say what you think of a report about something you wrote.",
    path: "/reply",
    isHidden: true,
  });
}

export default function AnswerPage({ loaderData }: Route.ComponentProps) {
  return (
    <FormPage
      title="Answer a report"
      lead="Something you wrote was reported. Say what you think of it; a person reads it."
      foot={
        <a className="link" href="/moderation">
          What we do with reports
        </a>
      }
    >
      <AnswerForm {...loaderData} />
    </FormPage>
  );
}
