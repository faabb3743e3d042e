import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import type { Code } from "#features/early-access/schema.ts";
import { checkCodeForm, type CodeFaults, type CodeForm } from "#features/early-access/words.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";

type Made = Code & { code: string };

const FRESH: CodeForm = { label: "", uses: "1", lastDay: "" };

/** The day it is here, `YYYY-MM-DD`. */
function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

/** The code itself, this one time. */
function FreshCode({ made, onDone }: { made: Made; onDone: () => void }): ReactNode {
  const [isCopied, setCopied] = useState<boolean>();
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLElement>(null);
  useEffect(() => title.current?.focus(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(made.code);
      setCopied(true);
    } catch {
      // Without the right to the clipboard it is marked, so that one key copies it.
      const range = document.createRange();
      if (shown.current) range.selectNodeContents(shown.current);
      window.getSelection()?.removeAllRanges();
      window.getSelection()?.addRange(range);
      setCopied(false);
    }
  };
  return (
    <section className="panel acode" aria-labelledby="fresh-code">
      <h2 className="h-sec" id="fresh-code" tabIndex={-1} ref={title}>
        {`Code for “${made.label}”`}
      </h2>
      <p className="acode__row">
        <code className="acode__c" ref={shown}>
          {made.code}
        </code>
        <button type="button" className="btn btn--s" onClick={() => void copy()}>
          <Icon name={isCopied ? "check" : "copy"} /> {isCopied ? "Copied" : "Copy"}
        </button>
      </p>
      <p className="sr" role="status">
        {isCopied === undefined ? "" : isCopied ? "Copied." : "Marked. Press Ctrl C to copy."}
      </p>
      <p className="alert alert--warn">
        <Icon name="alert" size={18} /> Copy it now: it is not kept in words, and no page shows it again.
      </p>
      <button type="button" className="btn btn--g" onClick={onDone}>
        Make another code
      </button>
    </section>
  );
}

/** What it is for, how often and until when; then the code. */
export function NewCodeForm(props: { onMade: (code: Code) => void }): ReactNode {
  const [form, setForm] = useState(FRESH);
  const [faults, setFaults] = useState<CodeFaults>({});
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [made, setMade] = useState<Made>();
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
      // To the end of that day, where the administrator is.
      const end = form.lastDay === "" ? {} : { expiresAt: new Date(`${form.lastDay}T23:59:59`).toISOString() };
      const input = { label: form.label.trim(), maxUses: Number(form.uses), ...end };
      const answer = await api.request<Made>("POST", "/api/admin/codes", input);
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
        onDone={() => {
          isAgain.current = true;
          setMade(undefined);
        }}
      />
    );
  }
  return (
    <form className="panel acode" ref={box} noValidate onSubmit={(event) => void submit(event)}>
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
        <TextField
          label={
            <>
              Last day <span className="faint">optional</span>
            </>
          }
          type="date"
          value={form.lastDay}
          onChange={(lastDay) => set({ lastDay })}
          error={faults.lastDay}
          hint="Without one it holds until revoked."
          fieldPath="lastDay"
        />
      </div>
      <FormError message={problem} className="acode__bad" />
      <SubmitButton className="btn btn--p" isLoading={isLoading} loadingLabel="Making the code">
        Make code
      </SubmitButton>
    </form>
  );
}
