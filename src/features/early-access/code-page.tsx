import { CredentialsForm } from "#features/account/parts/credentials-form.tsx";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { Icon } from "#ui/icon.tsx";
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

export function loader({ context }: Route.LoaderArgs) {
  return { result: context.get(pageContext).form };
}

export default function CodePage({ loaderData }: Route.ComponentProps) {
  return (
    <FormPage
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
      <CodeForm result={loaderData.result} />
      <details className="form-page__more">
        <summary className="ui semi">
          <Icon name="chevron-right" size={16} /> I already have an account
        </summary>
        <p className="hint">An account that came in once comes in again without a code.</p>
        <CredentialsForm kind="login" next="/" />
      </details>
    </FormPage>
  );
}
