import { Link } from "react-router";
import { pageHead } from "#features/site/parts/head.ts";
import { ForgotForm } from "./parts/forgot-form.tsx";
import { Gate } from "./parts/gate.tsx";
import type { Route } from "./+types/forgot-password-page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Forgot your password?",
    description: "Get a link to choose a new password.",
    path: "/forgot-password",
    isHidden: true,
  });
}

export default function ForgotPasswordPage() {
  return (
    <Gate
      kind="through"
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
      <ForgotForm />
    </Gate>
  );
}
