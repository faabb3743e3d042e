import { useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { Toast } from "#ui/form-toast.tsx";

/** Copies an address; shows it where the browser refuses. Without script it is a link. */
export function CopyLink({ path }: { path: string }) {
  const [toast, setToast] = useState("");
  const copy = async (): Promise<void> => {
    const { href } = new URL(path, location.origin);
    try {
      await navigator.clipboard.writeText(href);
      setToast("Link copied");
    } catch {
      setToast(href);
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
      {toast === "" ? null : (
        <Toast key={toast} onClose={() => setToast("")}>
          {toast}
        </Toast>
      )}
    </>
  );
}
