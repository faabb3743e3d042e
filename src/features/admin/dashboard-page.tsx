import { numberText } from "#core/number-text.ts";
import { TriangleAlert } from "lucide-react";
import { Suspense } from "react";
import { data, isRouteErrorResponse, useLoaderData, type ShouldRevalidateFunctionArgs } from "react-router";
import { fieldsOf } from "#core/fields.ts";
import { MissingPage, NotFound, UnexpectedError } from "#features/page/parts/page-error.tsx";
import { readFailedBatches } from "#features/stats/read.server.ts";
import { pageContext } from "#server/page-context.ts";
import { lazyPart } from "#ui/connection.ts";
import { ClientOnly } from "#ui/client-only.tsx";
import { Dashboard } from "./parts/dashboard.tsx";
import { FirstStepsPanel } from "./parts/first-steps.tsx";
import { TabLoading } from "./parts/tab-loading.tsx";
import { findTab, type TabSlug } from "./parts/tabs.ts";
import { readFirstSteps } from "./read.server.ts";
import "./parts/tabs.css";
import "./parts/lists.css";
import "#features/mail/parts/mails.css";
import "./parts/admin.css";
import "./parts/first-steps.css";
import "#features/company-admin/parts/companies-tab.css";
import "#features/company-admin/parts/company-form.css";
import { useWaiting } from "#features/community/parts/waiting-badge.tsx";
import type { Route } from "./+types/dashboard-page.ts";

const PERMISSION = "You do not have permission to view this page.";

/** Each tab's code is loaded when the tab is opened. No public page loads any of it. */
const VIEWS = {
  "": lazyPart(async () => ({
    default: (await import("#features/company-admin/parts/companies-tab.tsx")).CompaniesTab,
  })),
  emails: lazyPart(async () => ({ default: (await import("#features/mail/parts/admin-mails.tsx")).MailsTab })),
  suggestions: lazyPart(async () => ({ default: (await import("#features/suggestion/parts/inbox-tab.tsx")).InboxTab })),
  reports: lazyPart(async () => ({ default: (await import("#features/moderation/parts/reports-tab.tsx")).ReportsTab })),
  people: lazyPart(async () => ({ default: (await import("#features/moderation/parts/people-tab.tsx")).PeopleTab })),
  codes: lazyPart(async () => ({ default: (await import("#features/early-access/parts/codes-tab.tsx")).CodesTab })),
  audit: lazyPart(async () => ({ default: (await import("#features/audit/parts/audit-tab.tsx")).AuditTab })),
  overview: lazyPart(async () => ({
    default: (await import("#features/overview/parts/overview-tab.tsx")).OverviewTab,
  })),
  security: lazyPart(async () => ({ default: (await import("./parts/security-tab.tsx")).SecurityTab })),
} satisfies Record<TabSlug, unknown>;

/** People who are not administrators learn nothing, not even which tabs exist. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { admin, db } = context.get(pageContext);
  if (!admin) throw data({ isDenied: true }, { status: 404 });
  const tab = findTab(params.tab);
  if (!tab) throw data(null, { status: 404 });
  const [failedBatches, firstSteps] = await Promise.all([
    readFailedBatches(db),
    // The tabs that show the first steps: the first tab and the overview.
    tab.slug === "" || tab.slug === "overview" ? readFirstSteps(db, admin.adminId) : undefined,
  ]);
  return { slug: tab.slug, name: tab.name, email: admin.email, failedBatches, firstSteps };
}

/** A tab's own query parameters do not reload this page, because nothing here depends on them. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.name ?? "Not found"} – Pipelines` }, { name: "robots", content: "noindex" }];
}

export default function DashboardPage() {
  const { slug, name, email, failedBatches, firstSteps } = useLoaderData<typeof loader>();
  const waiting = useWaiting();
  const View = VIEWS[slug];
  const loading = <TabLoading name={name} />;
  return (
    <Dashboard current={slug} email={email} waiting={waiting}>
      {failedBatches > 0 && (
        <div className="alert alert--warn" role="status">
          <TriangleAlert className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          <p>
            The last {numberText(failedBatches)} batches of published numbers failed. Pages show the numbers from
            before; the log says why.
          </p>
        </div>
      )}
      {firstSteps === undefined ? null : <FirstStepsPanel steps={firstSteps} />}
      <ClientOnly fallback={loading}>
        {() => (
          <Suspense key={slug} fallback={loading}>
            <View />
          </Suspense>
        )}
      </ClientOnly>
    </Dashboard>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <UnexpectedError />;
  return "isDenied" in fieldsOf(error.data) ? (
    <MissingPage title={PERMISSION} href="/" action="Take me home!" />
  ) : (
    <NotFound />
  );
}
