import { use, type ReactNode } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { ConnectionNotice } from "#features/site/parts/connection-notice.tsx";
import { Footer } from "#features/site/parts/footer.tsx";
import { readOwnPicture } from "#features/picture/read.server.ts";
import { SaveNotice } from "#features/profile/parts/save-notice.tsx";
import { Header } from "#features/site/parts/header.tsx";
import { Moves } from "#features/site/parts/moves.tsx";
import { NotFound } from "#features/site/parts/not-found.tsx";
import { UnexpectedError } from "#features/site/parts/page-error.tsx";
import { SkipLink } from "#features/site/parts/skip-link.tsx";
import { useClientLinks } from "#features/site/parts/client-links.ts";
import { ComingSoon } from "#features/early-access/parts/coming-soon.tsx";
import { pageContext, type Theme } from "#server/page-context.ts";
import { NonceContext } from "#ui/nonce.ts";
import { useGoing } from "#features/site/parts/going.ts";
import displayFont from "@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2?url";
import textFont from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2?url";
import "#ui/app.css";
import type { Route } from "./+types/root.ts";

/** Before any page's loader runs: for whoever has no access there is no page. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    const { access, theme } = context.get(pageContext);
    if (access === "none") throw data({ isClosed: true, theme }, { status: 403 });
  },
];

/** The theme a closed site is shown in; undefined for any other error, and for none. */
function closedTheme(error: unknown): Theme | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined;
  const { isClosed, theme }: { isClosed?: boolean; theme?: Theme } = error.data ?? {};
  return isClosed === true ? theme : undefined;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, viewer, access, theme, hasDemo, today, baseUrl } = context.get(pageContext);
  // Keys of ours stay on the server: only what the header shows goes into the page.
  const shown = viewer && {
    email: viewer.email,
    profileId: viewer.profileId,
    profileCreated: viewer.profileCreated,
    username: viewer.username,
    pfp: await readOwnPicture(db, viewer.profileKey),
  };
  return { viewer: shown, isBare: access !== "full", theme, hasDemo, today, baseUrl };
}

/** The whole document, for pages and for errors; without loader data where the root's own loader failed. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const { pathname } = useLocation();
  const site = useRouteLoaderData<typeof loader>("root");
  useClientLinks();
  const going = useGoing();
  const closed = closedTheme(useRouteError());
  const theme = site?.theme ?? closed ?? "system";
  // Before access is granted there is nowhere to go from here, and the dashboard has its own frame.
  const isAdmin = pathname === "/admin" || pathname.startsWith("/admin/");
  const isBare = closed !== undefined || site?.isBare === true || isAdmin;
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
        {[displayFont, textFont].map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        {isBare ? null : <Header viewer={site?.viewer} path={pathname} />}
        {going === undefined ? null : <div className="going" aria-hidden="true" />}
        <main id="main" className="main" tabIndex={-1} aria-busy={going !== undefined} data-going={going}>
          {children}
        </main>
        <Moves />
        <SaveNotice />
        <ConnectionNotice />
        {isBare ? null : <Footer hasDemo={site?.hasDemo ?? false} />}
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
  if (closedTheme(error) !== undefined) return <ComingSoon />;
  if (!isRouteErrorResponse(error) || error.status !== 404) return <UnexpectedError error={error} />;
  return (
    <>
      <title>Not found – Pipelines</title>
      <NotFound />
    </>
  );
}
