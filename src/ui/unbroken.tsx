import type { ReactNode } from "react";

/** Shows a text. The word e-mail is in one line, because browsers would break it after its hyphen. */
export function Unbroken({ text }: { text: string }): ReactNode {
  return (
    <span>
      {text.split(/(e-mails?)/i).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <span key={at} className="nowrap">
            {part}
          </span>
        ),
      )}
    </span>
  );
}
