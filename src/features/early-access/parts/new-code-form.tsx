import { useEffect, useRef, type ReactNode, type SubmitEvent } from "react";
import { api } from "#core/api-client.ts";
import type { Code } from "#features/early-access/schema.ts";
import { checkCodeForm, type CodeForm } from "#features/early-access/words.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { endOf, today } from "./end-of-day.ts";
import { FreshCode } from "./fresh-code.tsx";
import { LastDayField } from "./last-day-field.tsx";
import { useMakingCode } from "./use-making-code.ts";

const FRESH: CodeForm = { label: "", uses: "1", lastDay: "" };

/** Makes a code: asks for a label, the number of uses and the end, then shows the code. */
export function NewCodeForm(props: { onMade: (code: Code) => void }): ReactNode {
  const { form, field, show, problem, isLoading, make, made, again, box } = useMakingCode(FRESH, props.onMade);
  const isAgain = useRef(false);
  useEffect(() => {
    if (made !== undefined || !isAgain.current) return;
    isAgain.current = false;
    box.current?.querySelector("input")?.focus();
  }, [made, box]);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isLoading || show(checkCodeForm(form, today())) !== undefined) return;
    const body = { label: form.label.trim(), maxUses: Number(form.uses), ...endOf(form.lastDay) };
    void make(() => api.request("POST /api/admin/codes", { body }));
  };

  if (made) {
    return (
      <FreshCode
        made={made}
        again="Make another code"
        onDone={() => {
          isAgain.current = true;
          again();
        }}
      />
    );
  }
  return (
    <form className="panel acode" ref={box} method="post" noValidate onSubmit={submit}>
      <h2 className="h-sec">New code</h2>
      <div className="acode__f">
        <TextField
          label="For"
          {...field("label")}
          hint="Administrators alone see it."
          placeholder="Northwind friends"
          isRequired
        />
        <TextField
          label="Uses"
          {...field("uses")}
          hint="How many people may enter it."
          inputMode="numeric"
          isRequired
        />
        <LastDayField {...field("lastDay")} />
      </div>
      <FormError message={problem} className="acode__bad" />
      <SubmitButton className="btn btn--p" isLoading={isLoading} loadingLabel="Making the code">
        Make code
      </SubmitButton>
    </form>
  );
}
