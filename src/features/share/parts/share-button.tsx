import { lazy, Suspense, useState } from "react";
import { Icon } from "#ui/icon.tsx";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

/** From one's own profile: a dialog, or its own page where script does not run. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <a
        className="btn btn--s"
        href="/share"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="share" /> Share
      </a>
      {isOpen ? (
        <Suspense>
          <ShareDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
