import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "#ui/icon.tsx";

const JumpDialog = lazy(async () => ({ default: (await import("./jump-dialog.tsx")).JumpDialog }));

/** Somebody is typing here; a letter is a letter. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

/** Opens the search over everything; so do Ctrl K (⌘ K) anywhere and / outside of fields. Its code is loaded when first wanted. */
export function JumpButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const isK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!isK && !isSlash) return;
      // Another question is open: answer that first.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        className="kbar"
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={16} />
        <span>Jump to</span>
        {/* Drawn by the style, so that the button is named by all the text in it. */}
        <kbd data-keys="Ctrl K" aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <JumpDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
