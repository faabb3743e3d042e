import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { PasswordField } from "#features/account/parts/password-field.tsx";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { sentenceOf } from "./network-button.tsx";

/**
 * Connects the network with the own account, or disconnects it. Asks for the
 * password only where the last proof is too old.
 * @param props.next the path of the page that shows it
 */
export function NetworkSetting(props: { name: string; linked: boolean; next: string }): ReactNode {
  const { name, next } = props;
  const [isLinked, setLinked] = useState(props.linked);
  const [isLoading, setLoading] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(false);
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState("");
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const typed = new FormData(event.currentTarget).get("password");
    const proof = typeof typed === "string" && typed !== "" ? { password: typed } : {};
    setLoading(true);
    setError(undefined);
    try {
      if (isLinked) {
        await api.request<{ message: string }>("DELETE", "/api/user/network", proof);
        setLinked(false);
        setNeedsPassword(false);
        setMessage(`${name} is disconnected.`);
      } else {
        const { url } = await api.request<{ url: string }>("POST", "/api/user/network/link", { ...proof, next });
        window.location.assign(url);
        return;
      }
    } catch (failure) {
      const isUnproven = failure instanceof ApiError && failure.code === "not-proven";
      setNeedsPassword(needsPassword || isUnproven);
      setError(sentenceOf(failure));
      password.current?.focus();
    }
    setLoading(false);
  };

  return (
    <form className="netset" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p className="ui">{isLinked ? `You can log in with ${name}.` : `${name} is not connected.`}</p>
      {needsPassword && (
        <PasswordField name="password" autoComplete="current-password" error={undefined} inputRef={password} />
      )}
      <FormError message={error} />
      <p className="sr" role="status">
        {message}
      </p>
      <SubmitButton className="btn btn--s" isLoading={isLoading} loadingLabel="One moment">
        {isLinked ? `Disconnect ${name}` : `Connect ${name}`}
      </SubmitButton>
    </form>
  );
}
