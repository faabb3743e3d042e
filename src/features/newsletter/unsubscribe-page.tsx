import { LinkPage } from "#features/form-page/parts/link-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import type { Route } from "./+types/unsubscribe-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Leave the newsletter",
    description: "Take your address off the list.",
    path: "/newsletter/unsubscribe",
    isHidden: true,
  });
}

export default function NewsletterUnsubscribePage() {
  return (
    <LinkPage
      title="Leave the newsletter"
      lead="One click deletes your address."
      foot={<>Changed your mind? Close this page: nothing has been changed.</>}
      call="POST /api/email/newsletter/unsubscribe"
      submit="Take me off the list"
      loading="Taking you off"
      done="Your address is off the list."
    >
      <p className="dim">We will not write again, and your address is deleted.</p>
    </LinkPage>
  );
}
