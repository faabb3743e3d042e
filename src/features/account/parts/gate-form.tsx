import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { keepUser } from "./display-copy.ts";
import type { User } from "#features/account/schema.ts";
import { PasswordField } from "./password-field.tsx";

export type GateFormProps = {
  path: "/api/user/login" | "/api/user/signup";
  /** The button's words. */
  submit: string;
  loading: string;
  passwordAutoComplete: "current-password" | "new-password";
  passwordHint?: string;
  /** The sentence that spares the call, if there is one. */
  check: (email: string, password: string) => string | undefined;
  /** A path of our own, see safeNext. */
  next: string;
};

/** E-mail and password, sent once; success keeps the display copy and loads the next page whole. */
export function GateForm(props: GateFormProps): ReactNode {
  const [error, setError] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    // Read from the form, so that what a password manager filled in counts too.
    const form = new FormData(event.currentTarget);
    const [email, secret] = [form.get("email"), form.get("password")].map((field) =>
      typeof field === "string" ? field : "",
    );
    const wrong = props.check(email ?? "", secret ?? "");
    setError(wrong);
    if (wrong !== undefined) {
      password.current?.focus();
      return;
    }
    setLoading(true);
    try {
      // A browser that was never here has no token yet; asked for first, it spares a refusal.
      await api.request<string>("GET", "/api/token");
      const user = await api.request<User>("POST", props.path, { email, password: secret });
      keepUser(user);
      // A whole document, so that every part of it knows the person.
      window.location.assign(props.next);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : "Something went wrong. Try again.");
      setLoading(false);
      password.current?.focus();
    }
  };

  return (
    <form className="gate__f" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="E-mail"
        name="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
        placeholder="you@example.org"
        isRequired
      />
      <PasswordField
        name="password"
        autoComplete={props.passwordAutoComplete}
        error={error}
        inputRef={password}
        {...(props.passwordHint === undefined ? {} : { hint: props.passwordHint })}
      />
      <SubmitButton
        className="btn btn--p btn--lg btn--wide gate__go"
        isLoading={isLoading}
        loadingLabel={props.loading}
      >
        {props.submit}
      </SubmitButton>
    </form>
  );
}
