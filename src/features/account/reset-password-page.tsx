import { Link } from "react-router";
import { pageHead } from "#features/site/parts/head.ts";
import { Gate } from "./parts/gate.tsx";
import { ResetForm } from "./parts/reset-form.tsx";
import type { Route } from "./+types/reset-password-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Choose a new password",
    description: "Choose a new password by the link in your mail.",
    path: "/reset-password",
    isHidden: true,
  });
}

export default function ResetPasswordPage() {
  return (
    <Gate
      kind="through"
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
      <ResetForm />
    </Gate>
  );
}
