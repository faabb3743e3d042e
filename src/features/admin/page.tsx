import { redirect } from "react-router";
import { Brand } from "#features/page/parts/brand.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { LoginForm } from "./parts/login-form.tsx";
import { tabHref } from "./parts/tabs.ts";
import "./parts/admin.css";
import type { Route } from "./+types/page.ts";

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageContext).admin) throw redirect(tabHref(""));
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Admin login",
    description: "For the people who look after this site.",
    path: "/admin",
    isHidden: true,
  });
}

export default function AdminLoginPage() {
  return (
    <div className="form-page form-page--bare">
      <div className="form-page__card panel">
        <i className="form-page__t form-page__t--a" aria-hidden="true" />
        <i className="form-page__t form-page__t--b" aria-hidden="true" />
        <Brand />
        <h1 className="h-page form-page__title">Admin login</h1>
        <LoginForm />
        <noscript>
          <p className="ui dim">Logging in here needs JavaScript.</p>
        </noscript>
      </div>
    </div>
  );
}
