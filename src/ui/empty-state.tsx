import type { ReactNode } from "react";

/** `closed`: there is nothing; `hidden`: nothing may be shown; `start`: nothing yet. */
function EmptyLine({ kind }: { kind: "closed" | "hidden" | "start" }) {
  const dots = { strokeDasharray: "0.1 12", strokeLinecap: "round" } as const;
  if (kind === "hidden") {
    return (
      <svg className="none-line" width="220" height="64" viewBox="0 0 220 64" fill="none" aria-hidden="true">
        <path d="M0 32H66M154 32H220" strokeWidth="2.5" />
        {[78, 110, 142].map((x) => (
          <circle key={x} cx={x} cy="32" r="11" strokeWidth="4" strokeDasharray="0.1 7.7" strokeLinecap="round" />
        ))}
      </svg>
    );
  }
  if (kind === "start") {
    return (
      <svg className="none-line" width="220" height="64" viewBox="0 0 220 64" fill="none" aria-hidden="true">
        <path d="M60 32H220" strokeWidth="6" {...dots} />
        <circle className="none-line__track" cx="40" cy="32" r="18" strokeWidth="5" />
        <path className="none-line__track" d="M40 24v16M32 32h16" strokeWidth="4" strokeLinecap="round" />
      </svg>
    );
  }
  return (
    <svg className="none-line" width="220" height="64" viewBox="0 0 220 64" fill="none" aria-hidden="true">
      <path className="none-line__track" d="M0 32H96" strokeWidth="7" />
      <path d="M136 32H220" strokeWidth="6" {...dots} />
      <circle className="none-line__stop" cx="112" cy="32" r="18" strokeWidth="5" />
      <path className="none-line__stop" d="M105 25l14 14M119 25l-14 14" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}

/**
 * One sentence and one action where there is nothing to show. `level` is the heading's: 1 where the sentence is the
 * page.
 */
export function EmptyState({
  kind,
  title,
  level = 2,
  children,
  action,
}: {
  kind: "closed" | "hidden" | "start";
  title: string;
  level?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="empty">
      <EmptyLine kind={kind} />
      <Heading className={level === 1 ? "h-page" : "h-sec"}>{title}</Heading>
      {children === undefined ? null : <p className="ui dim empty__p">{children}</p>}
      {action === undefined ? null : <div className="empty__a">{action}</div>}
    </div>
  );
}
