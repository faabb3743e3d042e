import { use, type ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from "react-router";
import { Footer } from "#features/site/parts/footer.tsx";
import { readOwnPicture } from "#features/picture/read.server.ts";
import { SaveNotice } from "#features/profile/parts/save-notice.tsx";
import { Header } from "#features/site/parts/header.tsx";
import { NotFound } from "#features/site/parts/not-found.tsx";
import { UnexpectedError } from "#features/site/parts/page-error.tsx";
import { SkipLink } from "#features/site/parts/skip-link.tsx";
import { useClientLinks } from "#features/site/parts/client-links.ts";
import { pageContext } from "#server/page-context.ts";
import { NonceContext } from "#ui/nonce.ts";
import "#ui/app.css";
import type { Route } from "./+types/root.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, viewer, theme, hasDemo, today, baseUrl } = context.get(pageContext);
  // Keys of ours stay on the server: only what the header shows goes into the page.
  const shown = viewer && {
    email: viewer.email,
    profileId: viewer.profileId,
    profileCreated: viewer.profileCreated,
    username: viewer.username,
    pfp: await readOwnPicture(db, viewer.profileKey),
  };
  return { viewer: shown, theme, hasDemo, today, baseUrl };
}

/** The whole document, for pages and for errors; without loader data where the root's own loader failed. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const { pathname } = useLocation();
  const site = useRouteLoaderData<typeof loader>("root");
  useClientLinks();
  const theme = site?.theme ?? "system";
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* The page's own background (--bg), for the browser's frame around it. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f9fc" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1019" />
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        <Header viewer={site?.viewer} path={pathname} />
        <main id="main" className="main" tabIndex={-1}>
          {children}
        </main>
        <SaveNotice />
        <Footer hasDemo={site?.hasDemo ?? false} />
        <ScrollRestoration {...(nonce === undefined ? {} : { nonce })} />
        <Scripts {...(nonce === undefined ? {} : { nonce })} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** What no page caught. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <UnexpectedError />;
}
