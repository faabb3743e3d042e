import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import type { Code, MadeCode } from "#features/early-access/schema.ts";
import { checkCodeForm, type CodeFaults, type CodeForm } from "#features/early-access/words.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { endOf, today } from "./end-of-day.ts";
import { FreshCode } from "./fresh-code.tsx";
import { LastDayField } from "./last-day-field.tsx";

const FRESH: CodeForm = { label: "", uses: "1", lastDay: "" };

/** Makes a code: asks for a label, the number of uses and the end, then shows the code. */
export function NewCodeForm(props: { onMade: (code: Code) => void }): ReactNode {
  const [form, setForm] = useState(FRESH);
  const [faults, setFaults] = useState<CodeFaults>({});
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [made, setMade] = useState<MadeCode>();
  const box = useRef<HTMLFormElement>(null);
  const isAgain = useRef(false);
  useEffect(() => {
    if (made !== undefined || !isAgain.current) return;
    isAgain.current = false;
    box.current?.querySelector("input")?.focus();
  }, [made]);

  const set = (change: Partial<CodeForm>): void => {
    setForm({ ...form, ...change });
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))));
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const found = checkCodeForm(form, today());
    setFaults(found);
    setProblem(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      box.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
      return;
    }
    setLoading(true);
    try {
      const body = { label: form.label.trim(), maxUses: Number(form.uses), ...endOf(form.lastDay) };
      const answer = await api.request("POST /api/admin/codes", { body });
      setMade(answer);
      setForm(FRESH);
      const { code: _code, ...listed } = answer;
      props.onMade(listed);
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure.message : "Something went wrong. Try again.");
    }
    setLoading(false);
  };

  if (made) {
    return (
      <FreshCode
        made={made}
        again="Make another code"
        onDone={() => {
          isAgain.current = true;
          setMade(undefined);
        }}
      />
    );
  }
  return (
    <form className="panel acode" ref={box} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="h-sec">New code</h2>
      <div className="acode__f">
        <TextField
          label="For"
          value={form.label}
          onChange={(label) => set({ label })}
          error={faults.label}
          hint="Administrators alone see it."
          placeholder="Northwind friends"
          autoComplete="off"
          fieldPath="label"
          isRequired
        />
        <TextField
          label="Uses"
          value={form.uses}
          onChange={(uses) => set({ uses })}
          error={faults.uses}
          hint="How many people may enter it."
          inputMode="numeric"
          autoComplete="off"
          fieldPath="uses"
          isRequired
        />
        <LastDayField value={form.lastDay} error={faults.lastDay} onChange={(lastDay) => set({ lastDay })} />
      </div>
      <FormError message={problem} className="acode__bad" />
      <SubmitButton className="btn btn--p" isLoading={isLoading} loadingLabel="Making the code">
        Make code
      </SubmitButton>
    </form>
  );
}
