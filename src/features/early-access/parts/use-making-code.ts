import { useRef, useState } from "react";
import { sentenceOf } from "#core/api-client.ts";
import type { Code, MadeCode } from "#features/early-access/schema.ts";

type Faults = Readonly<Record<string, string | undefined>>;

/** State and call of a form that makes a code. `onMade` gets what the list shows, which lacks the secret letters. */
export function useMakingCode<Form extends Record<keyof Form, string>>(fresh: Form, onMade: (code: Code) => void) {
  const [form, setForm] = useState(fresh);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [made, setMade] = useState<MadeCode>();
  const box = useRef<HTMLFormElement>(null);

  const forgive = (names: readonly string[]): void =>
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))));
  /** What a text field gets to show and change the value with this name in the form. */
  const field = (name: keyof Form & string) => ({
    value: form[name],
    onChange: (text: string): void => {
      setForm({ ...form, [name]: text });
      forgive([name]);
    },
    error: faults[name],
    fieldPath: name,
    autoComplete: "off",
  });
  /** Shows these faults and focuses the first of their fields. @returns its name; undefined if there are no faults */
  const show = (found: Faults): string | undefined => {
    setFaults(found);
    setProblem(undefined);
    const [first] = Object.keys(found);
    box.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
    return first;
  };
  const make = async (call: () => Promise<MadeCode>): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    setProblem(undefined);
    try {
      const answer = await call();
      setMade(answer);
      setForm(fresh);
      const { code: _code, ...listed } = answer;
      onMade(listed);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setLoading(false);
  };
  return { form, field, faults, forgive, show, problem, isLoading, make, made, again: () => setMade(undefined), box };
}
