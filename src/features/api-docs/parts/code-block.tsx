import type { ReactNode } from "react";

/** Code with a button that copies it, shown where our script runs; see `copyFrom`. */
export function CodeBlock(props: { label: string; of: string; source: string }): ReactNode {
  const name = `${props.label} of ${props.of}`;
  return (
    <div className="apicode">
      <div className="row between apicode__head small">
        <p className="semi">{props.label}</p>
        <button type="button" className="link apicode__copy" aria-label={`Copy ${name}`}>
          Copy
        </button>
        <span className="sr" role="status" />
      </div>
      {/* It can be wider than the screen, and is scrolled by keys too. */}
      <pre tabIndex={0} aria-label={name}>
        {props.source}
      </pre>
    </div>
  );
}
