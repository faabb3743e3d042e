import { lazy, Suspense, useEffect, useState } from "react";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

/**
 * Opens a link marked `data-share` as a dialog over its page; without script it leads to the page /share. One for all
 * pages, because a profile's page knows nothing of sharing.
 */
export function ShareHost() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: MouseEvent): void => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (!(event.target instanceof Element) || event.target.closest("a[data-share]") === null) return;
      event.preventDefault();
      // Before the router, which would go there.
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
