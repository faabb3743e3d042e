import { pageHead } from "#features/site/parts/head.ts";
import { Gate } from "./parts/gate.tsx";
import { LinkAction } from "./parts/link-action.tsx";
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
    <Gate
      kind="through"
      title="Confirm your e-mail"
      lead="One click, and your address is known to be yours."
      foot={
        <>
          Link too old?{" "}
          <a className="link" href="/settings">
            Send another from your settings
          </a>
          <br />
          Not your account? Close this page: nothing has been changed.
        </>
      }
    >
      <LinkAction
        path="/api/user/verify-email"
        submit="Confirm address"
        loading="Confirming"
        done="Your address is confirmed."
      >
        <a className="btn btn--s btn--wide" href="/">
          Go on to Pipelines
        </a>
      </LinkAction>
    </Gate>
  );
}
