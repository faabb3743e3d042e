import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { isPublicId } from "#core/ids.ts";
import { forgetTyped } from "#core/typed-text.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { formName, ReportForm } from "./parts/report-form.tsx";
import "./parts/report.css";
import type { Route } from "./+types/page.ts";

/** Looks nothing up, so the page is the same for visible, hidden and unknown subjects. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const company = searchParams.get("company") ?? "";
  const pipeline = searchParams.get("pipeline") ?? "";
  const about = isPublicId(company)
    ? ({ subject: "company", id: company } as const)
    : isPublicId(pipeline)
      ? ({ subject: "pipeline", id: pipeline } as const)
      : undefined;
  return { about, isSent: searchParams.has("sent"), result: context.get(pageContext).form };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Report",
    description: "Say what is wrong with a pipeline, a company or a text. A person looks at it.",
    path: "/report",
    isHidden: true,
  });
}

export default function ReportPage({ loaderData }: Route.ComponentProps) {
  const { about, isSent, result } = loaderData;
  useEffect(() => {
    if (isSent && about) forgetTyped(formName(about.id));
  }, [isSent, about]);
  return (
    <div className="wrap wrap--narrow rep">
      <h1 className="h-page">Report</h1>
      {isSent ? (
        <div className="alert alert--pos" role="status">
          <CircleCheck className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
          <div>
            <h2 className="h-sub">Thank you. We will look at it.</h2>
            <p>
              It is stored without your name, so there will be no answer.{" "}
              <a className="link" href="/moderation">
                What we do
              </a>
            </p>
          </div>
        </div>
      ) : about === undefined ? (
        <p className="lead">Open a pipeline or a company, and press “Report” at the end of its page.</p>
      ) : (
        <ReportForm about={about} result={result} />
      )}
    </div>
  );
}
