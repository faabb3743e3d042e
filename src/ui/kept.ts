/** The first events of a person who uses the page. A failed picture also needs the code. */
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
 * Loads the code of a part that only shows something, for use with `lazy`. If the server rendered the part, the code is
 * loaded when somebody uses the page; otherwise at once. The part needs a boundary that does not change, inside an
 * element with `data-kept`.
 */
export function whenNeeded<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const isWritten = typeof document !== "undefined" && document.querySelector("[data-kept]") !== null;
    if (isWritten) await whenUsed();
    return load();
  };
}
