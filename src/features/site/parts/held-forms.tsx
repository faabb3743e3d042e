import { use, useEffect, useState, type ReactNode } from "react";
import { NonceContext } from "#ui/nonce.ts";

const READY = "forms-ready";

/**
 * Runs before everything else of the page. A form that our script alone can send has no `action`; one that the script
 * first has to complete is marked `data-hold`. Sent before the script is there, either would be lost, or show what was
 * typed in the address: it waits, and is sent once it can be.
 *
 * React does not hear what was typed before it runs, and empties the field when it next draws. So we make it hear: the
 * field gets the value that React knows, then the typed one through the browser's own setter, then an input event.
 */
const HOLD = `(() => {
  const held = new Map();
  const typed = new Map();
  const hold = (event) => {
    const form = event.target;
    if (!form.matches("form:not([action]), form[data-hold]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.set(form, event.submitter);
    form.dataset.waits = "";
  };
  const note = ({ target }) => {
    if (target.matches("textarea, input:not([type=checkbox], [type=radio], [type=file])")) typed.set(target, target.value);
  };
  const tell = (value, field) => {
    if (!field.isConnected || value === field.defaultValue) return;
    const cursor = field.value === value ? field.selectionStart : null;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
    if (cursor !== null) field.setSelectionRange(cursor, cursor);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const send = () => {
    document.removeEventListener("submit", hold, true);
    for (const [form, button] of held) {
      delete form.dataset.waits;
      if (form.isConnected) form.requestSubmit(button?.isConnected && button.form === form ? button : null);
    }
  };
  document.addEventListener("submit", hold, true);
  document.addEventListener("input", note, true);
  addEventListener("${READY}", () => {
    document.removeEventListener("input", note, true);
    typed.forEach(tell);
    setTimeout(send);
  }, { once: true });
})()`;

/**
 * For the head of the document: holds back forms that are sent, and notes what is typed, before the page's script runs.
 * The code is in the HTML alone. The page's script, which comes when it has run, leaves it out.
 */
export function HoldForms(): ReactNode {
  const nonce = use(NonceContext);
  return (
    <script {...(nonce === undefined ? {} : { nonce })} suppressHydrationWarning>
      {import.meta.env.SSR ? HOLD : ""}
    </script>
  );
}

/** Renders that effects of the first moment may take: a link's token is read, kept, and stands in its form. */
const SETTLED = 3;

/**
 * For the end of the document: hands over what was typed and sent, once the page has its script. From then on the
 * document is marked `data-script="ready"`, for programs that use the page as fast as they can.
 */
export function SendHeldForms(): ReactNode {
  const [renders, setRenders] = useState(0);
  useEffect(() => {
    if (renders < SETTLED) setRenders(renders + 1);
    else {
      document.documentElement.dataset["script"] = "ready";
      dispatchEvent(new Event(READY));
    }
  }, [renders]);
  return null;
}
