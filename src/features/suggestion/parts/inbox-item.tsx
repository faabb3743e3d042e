import { useState, type ReactNode } from "react";
import type { StoredSuggestion } from "#features/suggestion/schema.ts";
import { TYPE_WORDS } from "#features/suggestion/words.ts";
import { DateTime } from "#ui/date-time.tsx";

/** Longer texts are cut until "Show all of it". */
const A_GLANCE = 420;

export function InboxItem(props: {
  suggestion: StoredSuggestion;
  isBusy: boolean;
  onMark: (done: boolean) => void;
  onDelete: () => void;
}): ReactNode {
  const { type, text, createdAt, state, forwarded } = props.suggestion;
  const [isWhole, setWhole] = useState(false);
  const letters = [...text];
  const isLong = letters.length > A_GLANCE;
  const about = `${letters.slice(0, 40).join("")}${letters.length > 40 ? "…" : ""}`;
  return (
    <li className="inbox__i" data-row="" tabIndex={-1}>
      <p className="inbox__m small">
        <span className="tag">{TYPE_WORDS[type]}</span>
        {state === "done" && <span className="tag tag--pos">Done</span>}
        {forwarded && <span className="tag tag--acc">Forwarded</span>}
        <span className="faint">
          <DateTime at={createdAt} />
          {!forwarded && " · not forwarded"}
        </span>
      </p>
      <p className="inbox__t">{isLong && !isWhole ? `${letters.slice(0, A_GLANCE).join("").trimEnd()}…` : text}</p>
      <div className="inbox__a">
        {isLong && (
          <button
            type="button"
            className="btn btn--g btn--sm"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? "Show less" : "Show all of it"}
          </button>
        )}
        <button
          type="button"
          className="btn btn--s btn--sm"
          aria-label={`${state === "open" ? "Mark as done" : "Open again"}: ${about}`}
          aria-disabled={props.isBusy || undefined}
          onClick={() => props.onMark(state === "open")}
        >
          {state === "open" ? "Mark as done" : "Open again"}
        </button>
        <button type="button" className="btn btn--do btn--sm" aria-label={`Delete: ${about}`} onClick={props.onDelete}>
          Delete
        </button>
      </div>
    </li>
  );
}
