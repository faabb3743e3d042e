import { useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { Toast } from "#ui/form-toast.tsx";

/**
 * Copies an address of this site. If the browser refuses, shows it for copying by hand. Without script it is a link,
 * which the browser's menu can copy.
 */
export function CopyLink({ path }: { path: string }) {
  const [told, setTold] = useState("");
  const copy = async (): Promise<void> => {
    const { href } = new URL(path, location.origin);
    try {
      await navigator.clipboard.writeText(href);
      setTold("Link copied");
    } catch {
      setTold(href);
    }
  };
  return (
    <>
      <a
        className="btn btn--s"
        href={path}
        onClick={(event) => {
          event.preventDefault();
          void copy();
        }}
      >
        <Icon name="link" /> Copy link
      </a>
      {told === "" ? null : (
        <Toast key={told} onClose={() => setTold("")}>
          {told}
        </Toast>
      )}
    </>
  );
}
