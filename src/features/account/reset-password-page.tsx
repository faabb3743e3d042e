import { Link } from "react-router";
import { pageHead } from "#features/page/parts/head.ts";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { ResetForm } from "./parts/reset-form.tsx";
import { pageContext } from "#server/page-context.ts";
import type { Route } from "./+types/reset-password-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Choose a new password",
    description: "Choose a new password by the link in your e-mail.",
    path: "/reset-password",
    isHidden: true,
  });
}

export function loader({ context, request }: Route.LoaderArgs) {
  return { isDone: new URL(request.url).searchParams.has("done"), result: context.get(pageContext).form };
}

export default function ResetPasswordPage({ loaderData }: Route.ComponentProps) {
  return (
    <FormPage
      title="Choose a new password"
      lead="You are signed out everywhere once it is saved."
      foot={
        <>
          Link too old?{" "}
          <Link className="link" to="/forgot-password">
            Ask for a new one
          </Link>
        </>
      }
    >
      <ResetForm {...loaderData} />
    </FormPage>
  );
}
