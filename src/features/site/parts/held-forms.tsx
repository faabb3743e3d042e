import { use, useEffect, useState, type ReactNode } from "react";
import { NonceContext } from "#ui/nonce.ts";

const READY = "forms-ready";

/**
 * Runs before everything else on the page. Some forms have no `action`, because only our script can send them; forms
 * that the script must complete first are marked `data-hold`. If such a form is sent before the script is ready, its
 * data would be lost or appear in the address. So the form waits and is sent later.
 *
 * React does not know what was typed before it runs, and empties the field at its next render. So the typed value is
 * entered again: the field gets the value that React knows, then the typed one through the browser's own setter, then
 * an input event.
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
 * For the head of the document: delays sent forms and records typed text, before the page's script runs. The code is
 * only in the HTML; when the page's script has run, it renders nothing here.
 */
export function HoldForms(): ReactNode {
  const nonce = use(NonceContext);
  return (
    <script {...(nonce === undefined ? {} : { nonce })} suppressHydrationWarning>
      {import.meta.env.SSR ? HOLD : ""}
    </script>
  );
}

/** How many renders the first effects may take: a link's token is read, stored, and shown in its form. */
const SETTLED = 3;

/**
 * For the end of the document: passes on the typed text and the sent forms once the page's script runs. Then it marks
 * the document with `data-script="ready"`, for programs that use the page very fast.
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
