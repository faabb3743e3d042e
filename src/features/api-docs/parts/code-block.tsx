import { useState, type ReactNode } from "react";
import { useHydrated } from "#ui/client-only.tsx";

/** How long the button says "Copied", in milliseconds. */
const SAID_MS = 2_000;

/** Code with a button that copies it; without our script, code to be marked and copied. */
export function CodeBlock(props: { label: string; of: string; source: string }): ReactNode {
  const [said, setSaid] = useState("");
  const isLive = useHydrated();
  const name = `${props.label} of ${props.of}`;
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(props.source);
      setSaid("Copied");
      setTimeout(() => setSaid(""), SAID_MS);
    } catch {
      setSaid("Mark it and copy");
    }
  }
  return (
    <div className="apicode">
      <div className="row between apicode__head small">
        <p className="semi">{props.label}</p>
        {isLive && (
          <button type="button" className="link" aria-label={`Copy ${name}`} onClick={() => void copy()}>
            {said === "" ? "Copy" : said}
          </button>
        )}
        <span className="sr" role="status">
          {said}
        </span>
      </div>
      {/* It can be wider than the screen, and is scrolled by keys too. */}
      <pre tabIndex={0} aria-label={name}>
        {props.source}
      </pre>
    </div>
  );
}
