import { Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { lazyPart } from "#ui/connection.ts";
import { Icon } from "#ui/icon.tsx";

const QuickSearchDialog = lazyPart(async () => ({
  default: (await import("./quick-search-dialog.tsx")).QuickSearchDialog,
}));

/** Keys typed into a field are no shortcuts. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

/** The longest pause between the two keys of the shortcut G E. */
const PAUSE_MS = 1_500;

/**
 * Opens the quick search. So do Ctrl K (⌘ K) anywhere, and / outside of fields; outside of fields, G and then E opens
 * the edit page. The code is loaded at the first use.
 */
export function QuickSearchButton({ canEdit = false }: { canEdit?: boolean }) {
  const navigate = useNavigate();
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const isK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      const letter =
        event.ctrlKey || event.metaKey || event.repeat || isTyping(event.target) ? "" : event.key.toLowerCase();
      const isEdit = canEdit && letter === "e" && event.timeStamp - pressedG.current < PAUSE_MS;
      pressedG.current = letter === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!isK && !isSlash && !isEdit) return;
      // Another dialog is open.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (!isEdit) setOpen(true);
      else if (window.location.pathname !== "/edit") void navigate("/edit");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [canEdit, navigate]);
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
        {/* Drawn by CSS, so that the button's name contains only its text. */}
        <kbd data-keys="Ctrl K" aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <QuickSearchDialog canEdit={canEdit} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
