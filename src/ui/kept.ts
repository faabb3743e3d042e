/** What somebody who uses a page does first; a picture that fails wants its code too. */
const SIGNS = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin", "popstate", "error"] as const;

let used: Promise<void> | undefined;

function whenUsed(): Promise<void> {
  used ??= new Promise((resolve) => {
    const isFailed = (one: HTMLImageElement): boolean => one.complete && one.naturalWidth === 0 && one.src !== "";
    const open = (): void => {
      for (const sign of SIGNS) removeEventListener(sign, open, true);
      resolve();
    };
    for (const sign of SIGNS) addEventListener(sign, open, { capture: true, passive: true });
    if ([...document.images].some(isFailed)) open();
  });
  return used;
}

/**
 * The code of a part that only shows, for `lazy`: where the server has written the part, it comes once somebody uses
 * the page, elsewhere at once. The part stands in a boundary, whose element stays the same until what it shows
 * changes, within `data-kept` of that name.
 */
export function whenNeeded<Module>(name: string, load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const isWritten = typeof document !== "undefined" && document.querySelector(`[data-kept="${name}"]`) !== null;
    if (isWritten) await whenUsed();
    return load();
  };
}
