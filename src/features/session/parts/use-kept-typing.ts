import { useEffect, useRef, type RefObject } from "react";
import { keepTyped, readTyped, type TypedFields } from "#core/typed-text.ts";
import { useTextOwner } from "./use-text-owner.ts";

/** The fields with their names, without those that only programs fill in. */
function fieldsOf(form: HTMLFormElement): [field: Element, name: string][] {
  return [...form.elements].flatMap((field): [Element, string][] => {
    const name = field.getAttribute("name");
    return name === null || field.matches("[type=hidden], [tabindex='-1']") ? [] : [[field, name]];
  });
}

function readForm(form: HTMLFormElement): TypedFields {
  const data = new FormData(form);
  return Object.fromEntries(fieldsOf(form).map(([, name]) => [name, String(data.get(name) ?? "")]));
}

/** Has somebody typed before the script came, or the browser after a reload? */
function isTouched(field: Element): boolean {
  if (field instanceof HTMLInputElement && field.type === "radio") return field.checked !== field.defaultChecked;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.value !== field.defaultValue;
}

function fillForm(form: HTMLFormElement, typed: TypedFields): void {
  for (const [field, name] of fieldsOf(form)) {
    const value = typed[name];
    if (value === undefined) continue;
    if (field instanceof HTMLInputElement && field.type === "radio") field.checked = field.value === value;
    else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = value;
  }
}

/**
 * Keeps what is typed into an uncontrolled form when somebody leaves its page and comes back. Where it is sent, call
 * `forgetTyped`. With `who` as the form's key, its fields are emptied when somebody signs out in another tab.
 */
export function useKeptTyping(name: string): {
  who: string;
  form: RefObject<HTMLFormElement | null>;
  onInput: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const who = useTextOwner();
  useEffect(() => {
    const typed = readTyped(name, who);
    if (!form.current) return;
    // What was typed before the script came is newer than what was kept, and no input event told of it.
    if (fieldsOf(form.current).some(([field]) => isTouched(field))) keepTyped(name, who, readForm(form.current));
    else if (typed) fillForm(form.current, typed);
  }, [name, who]);
  return {
    who,
    form,
    onInput: () => {
      if (form.current) keepTyped(name, who, readForm(form.current));
    },
  };
}
