import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Unbroken } from "./unbroken.tsx";

/**
 * The error of a whole form. It exists without a message too, so that screen readers announce the message when it
 * appears.
 */
export function FormError(props: { message: string | undefined; className?: string }): ReactNode {
  return (
    <div role="alert" className={props.className}>
      {props.message !== undefined && (
        <p className="alert alert--neg">
          <CircleAlert className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          <Unbroken text={props.message} />
        </p>
      )}
    </div>
  );
}
