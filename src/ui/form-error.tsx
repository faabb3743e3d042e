import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/**
 * What stands in the way of a whole form, said aloud when it appears. Empty
 * and silent without a message, so that its appearance is announced.
 */
export function FormError(props: { message: string | undefined; className?: string }): ReactNode {
  return (
    <div role="alert" className={props.className}>
      {props.message !== undefined && (
        <p className="alert alert--neg">
          <CircleAlert className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          {props.message}
        </p>
      )}
    </div>
  );
}
