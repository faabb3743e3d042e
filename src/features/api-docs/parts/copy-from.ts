/** How long the button says "Copied", in milliseconds. */
const SAID_MS = 2_000;

/** Copies the code of a block if this element is the block's button. */
export async function copyFrom(clicked: EventTarget): Promise<void> {
  const button = clicked instanceof Element ? clicked.closest(".apicode__copy") : null;
  const block = button?.closest(".apicode");
  const status = block?.querySelector("[role=status]");
  if (!button || !block || !status) return;
  const say = (onButton: string, spoken: string): void => {
    button.textContent = onButton;
    status.textContent = spoken;
  };
  try {
    await navigator.clipboard.writeText(block.querySelector("pre")?.textContent ?? "");
    say("Copied", "Copied");
    setTimeout(() => say("Copy", ""), SAID_MS);
  } catch {
    say("Mark it and copy", "Mark it and copy");
  }
}
