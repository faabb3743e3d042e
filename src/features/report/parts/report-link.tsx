import type { ReactNode } from "react";
import "./report.css";

/** The link at the end of a page that somebody else wrote. */
export function ReportLink(props: { subject: "pipeline" | "company"; id: string }): ReactNode {
  return (
    <p className="wrap rep-link small">
      <a className="link dim" href={`/report?${props.subject}=${props.id}`} rel="nofollow">
        {props.subject === "company" ? "Report this company" : "Report this pipeline"}
      </a>
    </p>
  );
}
