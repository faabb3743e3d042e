import { CircleCheck } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

/** Takes a form's place once it has done its work, and its focus, which would otherwise be lost with the button. */
export function FormDone(props: { title: string; children?: ReactNode }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="form-page__f form-page__done">
      <div className="alert alert--pos">
        <CircleCheck className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
        <h2 className="h-sub" tabIndex={-1} ref={heading}>
          {props.title}
        </h2>
      </div>
      {props.children}
    </div>
  );
}
