import { useState, type ReactNode } from "react";
import type { MailPreview } from "#features/mail/schema.ts";
import { Segments } from "#ui/segments.tsx";
import { MailFrame } from "./mail-frame.tsx";

type View = "wide" | "narrow" | "text";

/** A mail's headers and body: wide, narrow as on a phone, and as plain text. */
export function MailView(props: {
  mail: MailPreview | undefined;
  /** There is a body, but it cannot be sent. Its field says why. */
  isRefused?: boolean;
  subject: string;
  to?: string;
  title: string;
}): ReactNode {
  const [view, setView] = useState<View>("wide");
  const { mail } = props;
  return (
    <section className="em__p" aria-label={props.title}>
      <div className="em__ph">
        <h2 className="h-sub">{props.title}</h2>
        <Segments
          label="How it is shown"
          value={view}
          onChange={setView}
          options={[
            { value: "wide", label: "Wide" },
            { value: "narrow", label: "Narrow" },
            { value: "text", label: "Text" },
          ]}
        />
      </div>
      <div className={`em__v em__v--${view}`}>
        <dl className="em__vh small">
          <div>
            <dt>From</dt>
            <dd>Pipelines</dd>
          </div>
          {props.to !== undefined && (
            <div>
              <dt>To</dt>
              <dd>{props.to}</dd>
            </div>
          )}
          <div>
            <dt>Subject</dt>
            <dd className="semi">
              {props.subject === "" ? <span className="faint">No subject yet</span> : props.subject}
            </dd>
          </div>
        </dl>
        {mail === undefined ? (
          <p className="em__none dim">
            {props.isRefused
              ? "No preview: this body cannot be sent. Its field says why."
              : "Write something to see the e-mail as it will arrive."}
          </p>
        ) : view === "text" ? (
          <pre className="em__text">{mail.text}</pre>
        ) : (
          <MailFrame html={mail.html} title={`The e-mail “${props.subject}”`} />
        )}
      </div>
    </section>
  );
}
