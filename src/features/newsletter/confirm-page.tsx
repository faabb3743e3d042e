import { LinkPage } from "#features/form-page/parts/link-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
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
    <LinkPage
      title="May we write to you?"
      lead="One click, and we tell you when Pipelines opens."
      foot={<>It was not you? Close this page: nothing has been changed.</>}
      call="POST /api/email/newsletter/confirm"
      submit="Yes, tell me"
      loading="Confirming"
      done="Thank you. You are on the list."
    >
      <p className="dim">Every e-mail has a link that takes you off it again.</p>
    </LinkPage>
  );
}
