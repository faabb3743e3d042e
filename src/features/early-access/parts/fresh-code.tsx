import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { invitationLink } from "#features/early-access/pure/invite-words.ts";
import type { MadeCode } from "#features/early-access/schema.ts";
import { copyText } from "#ui/copy-text.ts";
import { Icon } from "#ui/icon.tsx";
import { QrCode } from "#ui/qr-code.tsx";

function CopyRow(props: { text: string; name: string; className: string; onCopied: (done: boolean) => void }) {
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    const done = await copyText(props.text);
    // The person can copy the marked text with the keyboard.
    if (!done && shown.current) window.getSelection()?.selectAllChildren(shown.current);
    setCopied(done);
    props.onCopied(done);
  };
  return (
    <p className="acode__row">
      <code className={props.className} ref={shown}>
        {props.text}
      </code>
      <button type="button" className="btn btn--s" onClick={() => void copy()}>
        <Icon name={isCopied ? "check" : "copy"} /> {isCopied ? "Copied" : props.name}
      </button>
    </p>
  );
}

/** Shows a new code once: as text, as a link, and as a QR code for slides and posters. */
export function FreshCode({ made, again, onDone }: { made: MadeCode; again: string; onDone: () => void }): ReactNode {
  const id = useId();
  const [copied, setCopied] = useState<boolean>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const link = invitationLink(window.location.origin, made.code);
  return (
    <section className="panel acode" aria-labelledby={id}>
      <h2 className="h-sec" id={id} tabIndex={-1} ref={title}>
        {`Code for “${made.label}”`}
      </h2>
      <div className="acode__share">
        <div className="acode__ways">
          <CopyRow text={made.code} name="Copy" className="acode__c" onCopied={setCopied} />
          <CopyRow text={link} name="Copy link" className="acode__link" onCopied={setCopied} />
          <p className="hint">The link fills the code in, and leads to the sign-up and to the first pipeline.</p>
        </div>
        <QrCode text={link} label={`QR code of the link for “${made.label}”`} />
      </div>
      <p className="sr" role="status">
        {copied === undefined ? "" : copied ? "Copied." : "Marked. Press Ctrl C to copy."}
      </p>
      <p className="alert alert--warn">
        <Icon name="alert" size={18} /> Copy it now: the site does not store it, and no page shows it again.
      </p>
      <button type="button" className="btn btn--g" onClick={onDone}>
        {again}
      </button>
    </section>
  );
}
