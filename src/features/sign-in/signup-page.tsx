import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { returnPathOfNewPerson, safeReturnPath } from "#core/return-path.ts";
import { CredentialsForm } from "#features/account/parts/credentials-form.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { SignInPage } from "./parts/sign-in-page.tsx";
import type { Route } from "./+types/signup-page.ts";

export function loader({ context, request }: LoaderFunctionArgs) {
  const next = safeReturnPath(new URL(request.url).searchParams.get("next"));
  const { viewer, networkName, form } = context.get(pageContext);
  if (viewer) throw redirect(next);
  return { next, networkName, result: form };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Join Pipelines",
    description: "Record your internships and jobs, and see where others went. You can remain 100% anonymous.",
    path: "/signup",
  });
}

export default function SignupPage() {
  const { next, networkName, result } = useLoaderData<typeof loader>();
  return (
    <SignInPage
      isStart
      title="Start your line"
      lead="Your name can stay yours: you can remain 100% anonymous."
      networkName={networkName}
      next={next}
      other={{ question: "Already have a line?", label: "Login", path: "/login" }}
    >
      <CredentialsForm kind="signup" next={returnPathOfNewPerson(next)} result={result} />
    </SignInPage>
  );
}
