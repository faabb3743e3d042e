import { redirect } from "react-router";
import { Brand } from "#features/site/parts/brand.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { LoginForm } from "./parts/login-form.tsx";
import { tabHref } from "./parts/tabs.ts";
import "#ui/page-admin.css";
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
    <div className="gate gate--through gate--bare">
      <div className="gate__card panel">
        <i className="gate__t gate__t--a" aria-hidden="true" />
        <i className="gate__t gate__t--b" aria-hidden="true" />
        <Brand />
        <h1 className="h-page gate__title">Admin login</h1>
        <LoginForm />
        <noscript>
          <p className="ui dim">Logging in here needs JavaScript.</p>
        </noscript>
      </div>
    </div>
  );
}
