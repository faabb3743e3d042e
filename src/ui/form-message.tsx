import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** The error message under a field; renders nothing without one. */
export function FieldMessage(props: { id: string; children: string | undefined; role?: "alert" }): ReactNode {
  if (props.children === undefined) return null;
  return (
    <p className="err" id={props.id} role={props.role}>
      <CircleAlert className="icon" size={16} strokeWidth={2} aria-hidden="true" />
      {props.children}
    </p>
  );
}
