import { useRef, useState } from "react";
import { ApiError } from "#core/api-client.ts";
import type { Code, MadeCode } from "#features/early-access/schema.ts";

type Faults = Readonly<Record<string, string | undefined>>;

/** State and call of a form that makes a code. `onMade` gets what the list shows, which lacks the secret letters. */
export function useMakingCode<Form extends object>(fresh: Form, onMade: (code: Code) => void) {
  const [form, setForm] = useState(fresh);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [made, setMade] = useState<MadeCode>();
  const box = useRef<HTMLFormElement>(null);

  const forgive = (names: readonly string[]): void =>
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))));
  const set = (change: Partial<Form>): void => {
    setForm({ ...form, ...change });
    forgive(Object.keys(change));
  };
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
      setProblem(failure instanceof ApiError ? failure.message : "Something went wrong. Try again.");
    }
    setLoading(false);
  };
  return { form, set, faults, forgive, show, problem, isLoading, make, made, again: () => setMade(undefined), box };
}
