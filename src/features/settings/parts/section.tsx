import { CircleCheck } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { FormError } from "#ui/form-error.tsx";

/** A section of the settings: its subject on the left, its actions on the right. */
export function Section(props: {
  id: string;
  title: string;
  lead: ReactNode;
  /** Gets the focus when the focused element leaves the page. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="set" aria-labelledby={props.id}>
      <div className="set__l">
        <h2 className="h-sec" id={props.id} tabIndex={-1} ref={props.headingRef}>
          {props.title}
        </h2>
        <p className="ui dim">{props.lead}</p>
      </div>
      <div className="set__c">{props.children}</div>
    </section>
  );
}

/** The result of the section's last change. Screen readers announce it when it appears. */
export function Outcome(props: { done: string; error: string | undefined }): ReactNode {
  return (
    <>
      <FormError message={props.error} />
      <div role="status">
        {props.done !== "" && (
          <p className="alert alert--pos">
            <CircleCheck className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
            {props.done}
          </p>
        )}
      </div>
    </>
  );
}
