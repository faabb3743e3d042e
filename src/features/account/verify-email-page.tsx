import { AccountLinkFoot, LinkPage } from "#features/form-page/parts/link-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import type { Route } from "./+types/verify-email-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Confirm your e-mail",
    description: "Confirm the e-mail address of your account.",
    path: "/verify-email",
    isHidden: true,
  });
}

export default function VerifyEmailPage() {
  return (
    <LinkPage
      title="Confirm your e-mail"
      lead="One click, and your address is known to be yours."
      foot={<AccountLinkFoot again="Send another from your settings" />}
      call="POST /api/user/verify-email"
      submit="Confirm address"
      loading="Confirming"
      done="Your address is confirmed."
    />
  );
}
