import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, sentenceOf } from "#core/api-client.ts";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { useFocusWhenDrawn } from "#ui/use-focus-when-drawn.ts";
import { CodeField, textOf } from "./code-field.tsx";

type Step = { kind: "rest" } | { kind: "confirm"; secret: string; uri: string } | { kind: "remove" };

export function TotpSection(props: { isOn: boolean; email: string; onChange: () => Promise<void> }): ReactNode {
  const [step, setStep] = useState<Step>({ kind: "rest" });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState<string>();
  const state = useRef<HTMLParagraphElement>(null);
  const focusState = useFocusWhenDrawn(state);

  const begin = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      setStep({ kind: "confirm", ...(await api.request("POST /api/admin/totp/begin")) });
      setSaid(undefined);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setBusy(false);
  };
  const rest = (): void => {
    setStep({ kind: "rest" });
    focusState();
  };
  const finish = async (sentence: string): Promise<void> => {
    await props.onChange();
    setSaid(sentence);
    rest();
  };

  return (
    <div className="asec__body">
      <p className="ui asec__state" ref={state} tabIndex={-1}>
        <span className={props.isOn ? "tag tag--pos" : "tag"}>{props.isOn ? "On" : "Off"}</span>{" "}
        {props.isOn ? "A code is asked for at every login." : "Your password alone is enough to log in."}
      </p>
      <p className="ui semi" role="status">
        {said}
      </p>
      <FormError message={problem} />
      {step.kind === "rest" && !props.isOn && (
        <button
          type="button"
          className="btn btn--p btn--44"
          aria-disabled={isBusy || undefined}
          onClick={() => void begin()}
        >
          Set up an app
        </button>
      )}
      {step.kind === "rest" && props.isOn && (
        <button
          type="button"
          className="btn btn--do btn--44"
          onClick={() => {
            setSaid(undefined);
            setStep({ kind: "remove" });
          }}
        >
          Remove the app
        </button>
      )}
      {step.kind === "confirm" && (
        <ConfirmForm
          secret={step.secret}
          uri={step.uri}
          onDone={() => finish("The app is set up. Your other sessions have ended.")}
          onCancel={rest}
        />
      )}
      {step.kind === "remove" && (
        <RemoveForm email={props.email} onDone={() => finish("The app is removed.")} onCancel={rest} />
      )}
    </div>
  );
}

/** @returns the sentence of a refusal */
function useSending(
  send: (form: FormData) => Promise<unknown>,
  onDone: () => Promise<void>,
): {
  isSending: boolean;
  error: string | undefined;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
} {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    setSending(true);
    setError(undefined);
    try {
      await send(form);
      await onDone();
    } catch (failure) {
      setError(sentenceOf(failure));
      setSending(false);
      element.querySelector<HTMLInputElement>("input:not([hidden])")?.focus();
    }
  };
  return {
    isSending,
    error,
    submit: (event) => {
      event.preventDefault();
      if (!isSending) void run(new FormData(event.currentTarget), event.currentTarget);
    },
  };
}

/** The secret as a QR code and as text, and a field for the first code, which proves that the app has it. */
function ConfirmForm(props: {
  secret: string;
  uri: string;
  onDone: () => Promise<void>;
  onCancel: () => void;
}): ReactNode {
  const { isSending, error, submit } = useSending(
    (form) => api.request("POST /api/admin/totp/confirm", { body: { code: textOf(form, "code") } }),
    props.onDone,
  );
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <form className="asec__form" method="post" noValidate onSubmit={submit}>
      <p className="ui asec__state" ref={start} tabIndex={-1}>
        Scan this with the app, or type the key into it. It is shown this once.
      </p>
      <div className="asec__qr">
        <QrCode text={props.uri} label="QR code with the key below" />
        <p className="small">
          <span className="faint">Key</span>
          <code className="asec__key">{props.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </p>
      </div>
      <CodeField hint="The six digits that the app shows now." error={error} />
      <div className="cmp-form__go">
        <SubmitButton className="btn btn--p btn--44" isLoading={isSending} loadingLabel="Checking">
          Confirm
        </SubmitButton>
        <button type="button" className="btn btn--g btn--44" onClick={props.onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function RemoveForm(props: { email: string; onDone: () => Promise<void>; onCancel: () => void }): ReactNode {
  const { isSending, error, submit } = useSending(
    (form) =>
      api.request("POST /api/admin/totp/remove", {
        body: { password: textOf(form, "password"), code: textOf(form, "code") },
      }),
    props.onDone,
  );
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => password.current?.focus(), []);
  return (
    <form className="asec__form" method="post" noValidate onSubmit={submit}>
      {/* Shows a password manager whose password it is. */}
      <input type="text" name="email" autoComplete="username" value={props.email} hidden readOnly />
      <PasswordField name="password" autoComplete="current-password" error={undefined} inputRef={password} />
      <CodeField error={error} />
      <div className="cmp-form__go">
        <SubmitButton className="btn btn--d btn--44" isLoading={isSending} loadingLabel="Removing">
          Remove the app
        </SubmitButton>
        <button type="button" className="btn btn--g btn--44" onClick={props.onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
