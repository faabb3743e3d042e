import { Gate } from "#features/account/parts/gate.tsx";
import { LinkAction } from "#features/account/parts/link-action.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import type { Route } from "./+types/confirm-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Confirm that we may write to you",
    description: "Confirm that Pipelines may tell you when it opens.",
    path: "/newsletter/confirm",
    isHidden: true,
  });
}

export default function NewsletterConfirmPage() {
  return (
    <Gate
      kind="through"
      title="May we write to you?"
      lead="One click, and we tell you when Pipelines opens."
      foot={<>It was not you? Close this page: nothing has been changed.</>}
    >
      <LinkAction
        path="/api/email/newsletter/confirm"
        submit="Yes, tell me"
        loading="Confirming"
        done="Thank you. You are on the list."
      >
        <p className="dim">Every letter has a link that takes you off it again.</p>
      </LinkAction>
    </Gate>
  );
}
