import { useState } from "react";
import { Toast } from "#ui/form-toast.tsx";

/** Copies a text. If the browser refuses, shows the text so that people can copy it by hand. */
export function CopyButton({
  text,
  done,
  label,
  isMain,
}: {
  text: string;
  done: string;
  label: string;
  isMain?: true;
}) {
  const [toast, setToast] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setToast(done);
    } catch {
      setToast(text);
    }
  };
  return (
    <>
      <button type="button" className={isMain ? "btn btn--p" : "btn btn--s btn--sm"} onClick={() => void copy()}>
        Copy<span className="sr"> {label}</span>
      </button>
      {toast === "" ? null : (
        <Toast key={toast} onClose={() => setToast("")}>
          {toast}
        </Toast>
      )}
    </>
  );
}
