import { use, useEffect, type ReactNode } from "react";
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
import { HoldForms, SendHeldForms } from "#features/site/parts/held-forms.tsx";
import { ConnectionNotice } from "#features/site/parts/connection-notice.tsx";
import { Footer } from "#features/site/parts/footer.tsx";
import { readOwnPicture } from "#features/picture/read.server.ts";
import { followInstallation } from "#features/import/parts/shared-files.ts";
import { SaveNotice } from "#features/profile/parts/save-notice.tsx";
import { ShareHost } from "#features/share/parts/share-host.tsx";
import { Header } from "#features/site/parts/header.tsx";
import { AfterNavigation } from "#features/site/parts/after-navigation.tsx";
import { NotFound, UnexpectedError } from "#features/page/parts/page-error.tsx";
import { SkipLink } from "#features/site/parts/skip-link.tsx";
import { useClientLinks } from "#features/site/parts/client-links.ts";
import { ComingSoon } from "#features/early-access/parts/coming-soon.tsx";
import { DisplayCopyKeeper } from "#features/session/parts/display-copy-keeper.tsx";
import { pageContext, type FormResult, type Theme } from "#server/page-context.ts";
import { textOwner } from "#server/text-owner.ts";
import { NonceContext } from "#ui/nonce.ts";
import { useNavigationProgress } from "#features/site/parts/navigation-progress.ts";
import displayFont from "@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2?url";
import textFont from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2?url";
import styles from "./app.css?url";
import type { Route } from "./+types/root.ts";

/**
 * A link of its own. Styles that a script imports are linked once more, after those of the page, when another script
 * that was loaded late needs the same file.
 */
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

/** Runs before any page's loader: without access there is no page. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request }) => {
    const { access, theme, form } = context.get(pageContext);
    if (access === "none") throw data({ isClosed: true, theme, form } satisfies Refused, { status: 403 });
    // No text of ours holds a NUL, and PostgreSQL would not take it.
    if (request.url.includes("%00")) throw data({ isClosed: false, theme } satisfies Refused, { status: 404 });
  },
];

/** Thrown by the middleware in place of a page. */
type Refused = { isClosed: boolean; theme: Theme; form?: FormResult | undefined };

function refusedOf(error: unknown): Refused | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  const { isClosed, theme, form }: Partial<Refused> = error.data ?? {};
  return isClosed === undefined || theme === undefined ? undefined : { isClosed, theme, form };
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, viewer, access, theme, hasDemo, today, baseUrl, secret } = context.get(pageContext);
  // Internal keys stay on the server. The page gets only what the header shows.
  const shown = viewer && {
    email: viewer.email,
    profileId: viewer.profileId,
    profileCreated: viewer.profileCreated,
    username: viewer.username,
    textOwner: textOwner(secret, viewer.accountId),
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
  useEffect(followInstallation, []);
  const progress = useNavigationProgress();
  const refused = refusedOf(useRouteError());
  const theme = site?.theme ?? refused?.theme ?? "system";
  // Before access is granted there is nowhere to go from here, and the dashboard has its own frame.
  const isAdmin = pathname === "/admin" || pathname.startsWith("/admin/");
  const isBare = refused?.isClosed === true || site?.isBare === true || isAdmin;
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <HoldForms />
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
        {progress === undefined ? null : <div className="progress" aria-hidden="true" />}
        <main id="main" className="main" tabIndex={-1} aria-busy={progress !== undefined} data-progress={progress}>
          {children}
        </main>
        <AfterNavigation />
        {site === undefined ? null : <DisplayCopyKeeper viewer={site.viewer} />}
        <SaveNotice />
        {site?.viewer === undefined ? null : <ShareHost key={pathname} />}
        <ConnectionNotice />
        {isBare ? null : <Footer hasDemo={site?.hasDemo ?? false} />}
        <SendHeldForms />
        <ScrollRestoration {...(nonce === undefined ? {} : { nonce })} />
        <Scripts {...(nonce === undefined ? {} : { nonce })} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Shows errors that no page handles. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const refused = refusedOf(error);
  if (refused?.isClosed) return <ComingSoon result={refused.form} />;
  if (!isRouteErrorResponse(error) || error.status !== 404) return <UnexpectedError error={error} />;
  return (
    <>
      <title>Not found – Pipelines</title>
      <NotFound />
    </>
  );
}
