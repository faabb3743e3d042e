import { numberText } from "#core/number-text.ts";
import { useEffect, useState, type ReactNode } from "react";
import type { BroadcastView } from "#features/mail/schema.ts";
import { AUDIENCE_WORDS, settled, timeLeft } from "#features/mail/words.ts";

/** A progress bar in the form of a train between two stops. */
function Train({ percent }: { percent: number }): ReactNode {
  const x = `${percent}%`;
  return (
    <svg className="prog" width="100%" height="20" aria-hidden="true">
      <line className="prog__n" x1="0" x2="100%" y1="10" y2="10" />
      <line className="prog__d" x1="0" x2={x} y1="10" y2="10" />
      <svg className="prog__e" x="100%" overflow="visible">
        <circle cx="0" cy="10" r="7" />
      </svg>
      <svg x={x} overflow="visible">
        <path className="prog__t" d="M-12 1h20a9 9 0 0 1 0 18h-20a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z" />
        {[-12, -3, 6].map((at) => (
          <rect className="prog__w" key={at} x={at} y="6" width="6" height="7" />
        ))}
      </svg>
    </svg>
  );
}

export function MailProgress(props: { broadcast: BroadcastView; isLost: boolean; onStop: () => void }): ReactNode {
  const { broadcast } = props;
  const total = Math.max(broadcast.recipients, 1);
  const done = Math.min(settled(broadcast), total);
  const [first] = useState(() => ({ at: Date.now(), done }));
  const [seen, setSeen] = useState({ at: first.at, done });
  useEffect(() => setSeen({ at: Date.now(), done }), [done]);
  const percent = Math.round((done / total) * 1000) / 10;
  const left = timeLeft(first, seen, total);
  const parts = [
    broadcast.outbox > 0 ? "into the mail queue" : "sent",
    broadcast.failed > 0 ? ` · ${numberText(broadcast.failed)} failed` : "",
    left === "" ? "" : ` · ${left}`,
  ];
  const arrived = broadcast.sent + broadcast.outbox;
  return (
    <section className="panel sendp" aria-label={`Sending “${broadcast.subject}”`}>
      <div className="sendp__h">
        <p className="ui">
          <b className="semi">{`Sending “${broadcast.subject}”`}</b>{" "}
          <span className="dim">{`to ${AUDIENCE_WORDS[broadcast.audience].inText}`}</span>
        </p>
        <p className="ui dim num">
          <b className="semi sendp__n">{numberText(arrived)}</b>
          {` of ${numberText(broadcast.recipients)} ${parts.join("")}`}
        </p>
      </div>
      <div
        className="sendp__t"
        role="progressbar"
        aria-label="Progress of the e-mail"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${done} of ${broadcast.recipients}`}
      >
        <Train percent={percent} />
      </div>
      <div className="sendp__f">
        <p className="small faint">
          {props.isLost
            ? "The progress cannot be loaded at the moment. Sending continues."
            : "Sending continues when you leave this page."}
        </p>
        <button type="button" className="btn btn--s btn--sm" onClick={props.onStop}>
          Stop sending
        </button>
      </div>
    </section>
  );
}
