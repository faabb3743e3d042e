import { useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { Account } from "#features/account/schema.ts";
import { Switch } from "#ui/switch.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

/** Switches the mails to all members on and off. */
export function MailsSection({ account }: { account: Account }): ReactNode {
  const { done, run, at } = useChange();
  const [isWanted, setWanted] = useState(account.broadcasts);

  const change = async (broadcasts: boolean): Promise<void> => {
    setWanted(broadcasts);
    const isDone = await run({
      name: "broadcasts",
      act: () => api.request("PATCH /api/user/account", { body: { broadcasts } }),
      done: broadcasts ? "You will get our news." : "You will get no more news.",
    });
    if (!isDone) setWanted(!broadcasts);
  };

  return (
    <Section id="mails" title="News" lead="E-mails about your own account, such as a new password, always come.">
      <div className="set__switch">
        <Switch
          label="News about Pipelines"
          note="An e-mail to all members now and then. Each has a link that ends them too."
          isOn={isWanted}
          onChange={(isOn) => void change(isOn)}
        />
      </div>
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
