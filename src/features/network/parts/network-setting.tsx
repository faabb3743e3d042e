import { useState, type ReactNode, type SubmitEvent } from "react";
import { useRevalidator } from "react-router";
import { api } from "#core/api-client.ts";
import { ProofDeclined, useProof } from "#features/account/parts/proof.tsx";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { sentenceOf } from "./network-button.tsx";

/**
 * Connects the network with the own account, or disconnects it; a fresh proof
 * is asked for where the last one is too old.
 * @param props.name undefined where the site has no network any more; what is connected can still be disconnected
 * @param props.next the path of the page that shows it
 */
export function NetworkSetting(props: { name: string | undefined; linked: boolean; next: string }): ReactNode {
  const { linked, next } = props;
  const name = props.name ?? "the network";
  const prove = useProof();
  const { revalidate } = useRevalidator();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState("");

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    setLoading(true);
    setError(undefined);
    setMessage("");
    try {
      if (!linked) {
        const { url } = await prove(() => api.request<{ url: string }>("POST", "/api/user/network/link", { next }));
        window.location.assign(url);
        return;
      }
      await prove(() => api.request<{ message: string }>("DELETE", "/api/user/network", {}));
      await revalidate();
      setMessage(`${name} is disconnected.`);
    } catch (failure) {
      if (!(failure instanceof ProofDeclined)) setError(sentenceOf(failure));
    }
    setLoading(false);
  };

  return (
    <form className="netset" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p className="ui">{linked ? `You can log in with ${name}.` : `${name} is not connected.`}</p>
      <FormError message={error} />
      <p className="sr" role="status">
        {message}
      </p>
      <SubmitButton className="btn btn--s set__b" isLoading={isLoading} loadingLabel="One moment">
        {linked ? `Disconnect ${name}` : `Connect ${name}`}
      </SubmitButton>
    </form>
  );
}
