import { pageHead } from "#features/site/parts/head.ts";
import { Gate } from "./parts/gate.tsx";
import { LinkAction } from "./parts/link-action.tsx";
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
    <Gate
      kind="through"
      title="Confirm your new e-mail"
      lead="From then on you log in with this address."
      foot={
        <>
          Link too old?{" "}
          <a className="link" href="/settings">
            Ask again in your settings
          </a>
          <br />
          Not your account? Close this page: nothing has been changed.
        </>
      }
    >
      <LinkAction
        path="/api/user/email/confirm"
        submit="Use this address"
        loading="Changing"
        done="Your account has a new address."
      >
        <a className="btn btn--s btn--wide" href="/">
          Go on to Pipelines
        </a>
      </LinkAction>
    </Gate>
  );
}
