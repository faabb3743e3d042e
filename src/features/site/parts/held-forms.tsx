import { use, useEffect, useState, type ReactNode } from "react";
import { NonceContext } from "#ui/nonce.ts";

const READY = "forms-ready";

/**
 * Runs before everything else of the page. A form that our script alone can send has no `action`; one that the script
 * first has to complete is marked `data-hold`. Sent before the script is there, either would be lost, or show what was
 * typed in the address: it waits, and is sent once it can be.
 */
const HOLD = `(() => {
  const held = new Map();
  const hold = (event) => {
    const form = event.target;
    if (!form.matches("form:not([action]), form[data-hold]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.set(form, event.submitter);
    form.dataset.waits = "";
  };
  document.addEventListener("submit", hold, true);
  addEventListener("${READY}", () => {
    document.removeEventListener("submit", hold, true);
    for (const [form, button] of held) {
      delete form.dataset.waits;
      if (form.isConnected) form.requestSubmit(button?.isConnected && button.form === form ? button : null);
    }
  }, { once: true });
})()`;

/** For the head of the document: holds back forms that are sent before the script runs. */
export function HoldForms(): ReactNode {
  const nonce = use(NonceContext);
  return (
    <script {...(nonce === undefined ? {} : { nonce })} suppressHydrationWarning>
      {HOLD}
    </script>
  );
}

/** Renders that effects of the first moment may take: a link's token is read, kept, and stands in its form. */
const SETTLED = 3;

/** For the end of the document: sends what was held, once the page has its script. */
export function SendHeldForms(): ReactNode {
  const [renders, setRenders] = useState(0);
  useEffect(() => {
    if (renders < SETTLED) setRenders(renders + 1);
    else dispatchEvent(new Event(READY));
  }, [renders]);
  return null;
}
