import { CircleCheck } from "lucide-react";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";

/** Replaces the form and takes the focus, which would be lost with the button. */
export function SentNotice(props: { onAgain: () => void }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="sug__sent">
      <Thanks heading={heading} />
      <button type="button" className="btn btn--s" onClick={props.onAgain}>
        Send another
      </button>
    </div>
  );
}

export function SentWithoutScript(): ReactNode {
  return (
    <div className="sug__sent">
      <Thanks />
      <a className="btn btn--s" href="/suggestions">
        Send another
      </a>
    </div>
  );
}

function Thanks(props: { heading?: RefObject<HTMLHeadingElement | null> }): ReactNode {
  return (
    <div className="alert alert--pos">
      <CircleCheck className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h2 className="h-sub sug__thanks" tabIndex={-1} ref={props.heading}>
          Thank you. Your suggestion is in.
        </h2>
        <p>It is stored without your name, so there will be no answer to it.</p>
      </div>
    </div>
  );
}
