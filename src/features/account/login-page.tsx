import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageContext } from "#server/page-context.ts";
import { safeNext } from "#core/next.ts";
import { NetworkButton } from "#features/network/parts/network-button.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import { GateForm } from "./parts/gate-form.tsx";
import { Gate } from "./parts/gate.tsx";
import { PasskeyLogin } from "./parts/passkey-login.tsx";
import { checkCredentials } from "./rules.ts";
import type { Route } from "./+types/login-page.ts";

export function loader({ context, request }: LoaderFunctionArgs) {
  const next = safeNext(new URL(request.url).searchParams.get("next"));
  const { viewer, networkName } = context.get(pageContext);
  if (viewer) throw redirect(next);
  return { next, networkName };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Login",
    description: "Log in to Pipelines by password, passkey or network, and pick up your line where you left it.",
    path: "/login",
  });
}

export default function LoginPage() {
  const { next, networkName } = useLoaderData<typeof loader>();
  return (
    <Gate
      kind="through"
      title="Login"
      lead="Pick up your line where you left it."
      foot={
        <>
          New here?{" "}
          <Link className="link" to={next === "/" ? "/signup" : `/signup?next=${encodeURIComponent(next)}`}>
            Join Pipelines
          </Link>
        </>
      }
    >
      <NetworkButton name={networkName} next={next} />
      <GateForm
        path="/api/user/login"
        submit="Login In"
        loading="Logging in"
        passwordAutoComplete="current-password"
        check={checkCredentials}
        next={next}
      />
      <PasskeyLogin next={next} />
      <p className="ui small gate__also">
        <Link className="link" to="/forgot-password">
          Forgot your password?
        </Link>
      </p>
    </Gate>
  );
}
