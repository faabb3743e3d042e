import { Link } from "react-router";
import { pageHead } from "#features/page/parts/head.ts";
import { ForgotForm } from "./parts/forgot-form.tsx";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { pageContext } from "#server/page-context.ts";
import type { Route } from "./+types/forgot-password-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Forgot your password?",
    description: "Get a link to choose a new password.",
    path: "/forgot-password",
    isHidden: true,
  });
}

export function loader({ context, request }: Route.LoaderArgs) {
  return { isSent: new URL(request.url).searchParams.has("sent"), result: context.get(pageContext).form };
}

export default function ForgotPasswordPage({ loaderData }: Route.ComponentProps) {
  return (
    <FormPage
      title="Forgot your password?"
      lead="We send a link to your address, by which you choose a new one."
      foot={
        <>
          Remembered it?{" "}
          <Link className="link" to="/login">
            Login
          </Link>
        </>
      }
    >
      <ForgotForm {...loaderData} />
    </FormPage>
  );
}
