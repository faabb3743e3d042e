import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageContext } from "#server/page-context.ts";
import { nextOfNew, safeNext } from "#core/next.ts";
import { NetworkButton } from "#features/network/parts/network-button.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import { GateForm } from "./parts/gate-form.tsx";
import { Gate } from "./parts/gate.tsx";
import { checkCredentials, checkNewPassword, PASSWORD_MIN } from "./rules.ts";
import type { Route } from "./+types/signup-page.ts";

export function loader({ context, request }: LoaderFunctionArgs) {
  const next = safeNext(new URL(request.url).searchParams.get("next"));
  const { viewer, networkName } = context.get(pageContext);
  if (viewer) throw redirect(next);
  return { next, networkName };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Join Pipelines",
    description: "Record your internships and jobs, and see where others went. You can remain 100% anonymous.",
    path: "/signup",
  });
}

export default function SignupPage() {
  const { next, networkName } = useLoaderData<typeof loader>();
  return (
    <Gate
      kind="start"
      title="Start your line"
      lead="Your name can stay yours: you can remain 100% anonymous."
      foot={
        <>
          Already have a line?{" "}
          <Link className="link" to={next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`}>
            Login
          </Link>
        </>
      }
    >
      <NetworkButton name={networkName} next={next} />
      <GateForm
        path="/api/user/signup"
        submit="Join Pipelines"
        loading="Joining"
        passwordAutoComplete="new-password"
        passwordHint={`At least ${PASSWORD_MIN} characters, no spaces.`}
        check={(email, password) => checkCredentials(email, password) ?? checkNewPassword(password, email)}
        next={nextOfNew(next)}
      />
    </Gate>
  );
}
