import type { ReactNode } from "react";
import { EmptyState } from "#ui/empty-state.tsx";

/** A whole page for what does not exist: one sentence, one way on. */
export function MissingPage({
  title,
  href,
  action,
  children,
}: {
  title: string;
  href: string;
  action: string;
  children?: ReactNode;
}) {
  return (
    <div className="wrap missing">
      <EmptyState
        kind="closed"
        level={1}
        title={title}
        action={
          <a className="btn btn--p btn--lg" href={href}>
            {action}
          </a>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
