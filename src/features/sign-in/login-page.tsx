import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { safeReturnPath } from "#core/return-path.ts";
import { CredentialsForm } from "#features/account/parts/credentials-form.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { PasskeyLogin } from "#features/passkey/parts/passkey-login.tsx";
import { pageContext } from "#server/page-context.ts";
import { SignInPage } from "./parts/sign-in-page.tsx";
import type { Route } from "./+types/login-page.ts";

export function loader({ context, request }: LoaderFunctionArgs) {
  const next = safeReturnPath(new URL(request.url).searchParams.get("next"));
  const { viewer, networkName, form, access } = context.get(pageContext);
  const isClosed = access !== "full";
  // On a closed site an account without access would be sent back and forth.
  if (viewer && !isClosed) throw redirect(next);
  return { next, networkName: isClosed ? undefined : networkName, result: form, isClosed };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Login",
    description: "Log in to Pipelines by password, passkey or network, and pick up your line where you left it.",
    path: "/login",
  });
}

const JOIN = { question: "New here?", label: "Join Pipelines", path: "/signup" };
/** On a closed site there is no sign-up. */
const CODE = { question: "No account yet?", label: "Enter your code", path: "/code" };

export default function LoginPage() {
  const { next, networkName, result, isClosed } = useLoaderData<typeof loader>();
  return (
    <SignInPage
      title="Login"
      lead="Pick up your line where you left it."
      networkName={networkName}
      next={next}
      other={isClosed ? CODE : JOIN}
    >
      <CredentialsForm kind="login" next={next} result={result} />
      <PasskeyLogin next={next} />
      {!isClosed && (
        <p className="ui small form-page__also">
          <Link className="link" to="/forgot-password">
            Forgot your password?
          </Link>
        </p>
      )}
    </SignInPage>
  );
}
