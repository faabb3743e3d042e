import type { ReactNode, SubmitEvent } from "react";
import { api } from "#core/api-client.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

/**
 * Connects one's account to the network, or disconnects it.
 * @param props.name undefined if the site has no network any more; an existing connection can still be removed
 */
export function NetworkSection(props: { name: string | undefined; isLinked: boolean }): ReactNode {
  const { isLinked } = props;
  const name = props.name ?? "the network";
  const { busy, done, run, at } = useChange();

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isLinked) {
      void run({ name, act: () => api.request("DELETE /api/user/network"), done: `${name} is disconnected.` });
      return;
    }
    void run({
      name,
      act: async () => {
        const { url } = await api.request("POST /api/user/network/link", { body: { next: "/settings" } });
        window.location.assign(url);
      },
      done: "",
    });
  };

  return (
    <Section
      id="network"
      title={props.name ?? "Network"}
      lead="Another way to log in. Connecting it writes nothing onto your profile."
    >
      <form className="set__net" method="post" noValidate onSubmit={submit}>
        <p className="ui">{isLinked ? `You can log in with ${name}.` : `${name} is not connected.`}</p>
        <SubmitButton className="btn btn--s set__b" isLoading={busy !== ""} loadingLabel="One moment">
          {isLinked ? `Disconnect ${name}` : `Connect ${name}`}
        </SubmitButton>
      </form>
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
