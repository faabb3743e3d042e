import { useRef, type ReactNode, type SubmitEvent } from "react";
import { api } from "#core/api-client.ts";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";
import { checkNewPassword, PASSWORD_HINT } from "#features/account/rules.ts";
import type { Account } from "#features/account/schema.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

function placeOf({ code }: { code: string }): string {
  if (code === "invalid-credentials") return "password";
  return code === "weak-password" ? "newPassword" : "form";
}

/** A form for another password, or for a first one. */
export function PasswordSection({ account }: { account: Account }): ReactNode {
  const { busy, done, fail, run, at } = useChange();
  const present = useRef<HTMLInputElement>(null);
  const fresh = useRef<HTMLInputElement>(null);
  const { hasPassword } = account;

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = present.current?.value ?? "";
    const newPassword = fresh.current?.value ?? "";
    const wrong = checkNewPassword(newPassword, account.email);
    if (hasPassword && password === "") {
      fail("password", "Enter your current password.");
      present.current?.focus();
    } else if (wrong !== undefined) {
      fail("newPassword", wrong);
      fresh.current?.focus();
    } else {
      const isDone = await run({
        name: "password",
        act: () =>
          api.request("POST /api/user/password", { body: { ...(hasPassword ? { password } : {}), newPassword } }),
        done: hasPassword
          ? "Your password was changed. You are signed out everywhere else."
          : "You can log in with your e-mail and this password now.",
        place: (failure) => {
          const place = placeOf(failure);
          if (place === "password") present.current?.focus();
          if (place === "newPassword") fresh.current?.focus();
          return place;
        },
      });
      if (isDone) form.reset();
    }
  };

  return (
    <Section
      id="password"
      title="Password"
      lead={
        hasPassword
          ? "A new one signs you out everywhere but here."
          : "Your account has none yet. With one you can log in by your e-mail too."
      }
    >
      <form className="set__f" method="post" noValidate onSubmit={(event) => void submit(event)}>
        {/* Shows a password manager whose password it is. */}
        <input type="text" name="email" autoComplete="username" value={account.email} hidden readOnly />
        <div className="set__p">
          {hasPassword && (
            <PasswordField
              name="password"
              label="Current password"
              autoComplete="current-password"
              error={at("password")}
              inputRef={present}
            />
          )}
          <PasswordField
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={at("newPassword")}
            inputRef={fresh}
          />
        </div>
        <SubmitButton className="btn btn--s set__b" isLoading={busy !== ""} loadingLabel="Saving">
          {hasPassword ? "Change password" : "Set password"}
        </SubmitButton>
      </form>
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
