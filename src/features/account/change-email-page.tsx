import { AccountLinkFoot, LinkPage } from "#features/form-page/parts/link-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import type { Route } from "./+types/change-email-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Confirm your new e-mail",
    description: "Use another e-mail address for your account.",
    path: "/change-email",
    isHidden: true,
  });
}

export default function ChangeEmailPage() {
  return (
    <LinkPage
      title="Confirm your new e-mail"
      lead="From then on you log in with this address."
      foot={<AccountLinkFoot again="Ask again in your settings" />}
      call="POST /api/user/email/confirm"
      submit="Use this address"
      loading="Changing"
      done="Your account has a new address."
    />
  );
}
