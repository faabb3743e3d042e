import { useState, type ReactNode } from "react";
import { copyText } from "./copy-text.ts";
import { Toast } from "./form-toast.tsx";

/** Copies a text and says `done`. If the browser refuses, the toast shows the text, so that people copy it by hand. */
export function useCopying(): { copy: (text: string, done: string) => Promise<void>; toast: ReactNode } {
  const [said, setSaid] = useState("");
  return {
    copy: async (text, done) => setSaid((await copyText(text)) ? done : text),
    toast:
      said === "" ? null : (
        <Toast key={said} onClose={() => setSaid("")}>
          {said}
        </Toast>
      ),
  };
}
