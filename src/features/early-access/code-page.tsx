import { GateForm } from "#features/account/parts/gate-form.tsx";
import { Gate } from "#features/account/parts/gate.tsx";
import { checkCredentials } from "#features/account/rules.ts";
import { pageHead } from "#features/site/parts/head.ts";
import { CodeForm } from "./parts/code-form.tsx";
import type { Route } from "./+types/code-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Early access",
    description: "Enter the secret code from your invitation.",
    path: "/code",
    isHidden: true,
  });
}

export default function CodePage() {
  return (
    <Gate
      kind="through"
      title="Early access"
      lead="Enter the secret code from your invitation."
      foot={
        <>
          No code yet?{" "}
          <a className="link" href="/">
            Get notified
          </a>
        </>
      }
    >
      <CodeForm />
      <details className="gate__more">
        <summary className="ui semi">I already have an account</summary>
        <p className="hint">An account that came in once comes in again without a code.</p>
        <GateForm
          path="/api/user/login"
          submit="Login In"
          loading="Logging in"
          passwordAutoComplete="current-password"
          check={checkCredentials}
          next="/"
        />
      </details>
    </Gate>
  );
}
