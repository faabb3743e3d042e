import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "#ui/connection.ts";

const ShareDialog = lazyPart(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

/**
 * Opens links marked `data-share` as a dialog. Without script they lead to the page /share. One component for all pages,
 * so that the profile page does not depend on this slice.
 */
export function ShareHost() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: MouseEvent): void => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (!(event.target instanceof Element) || event.target.closest("a[data-share]") === null) return;
      event.preventDefault();
      // Runs before the router, which would navigate.
      event.stopPropagation();
      setOpen(true);
    };
    document.addEventListener("click", open, true);
    return () => document.removeEventListener("click", open, true);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShareDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
