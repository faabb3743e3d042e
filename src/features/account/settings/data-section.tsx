import type { ReactNode } from "react";
import { api } from "#core/api-client.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

/** Hands a text over as a file. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Everything that is held of the person, as a file. */
export function DataSection(): ReactNode {
  const { busy, done, run, at } = useChange();
  return (
    <Section id="data" title="Your data" lead="Everything we hold of you, in one file that programs can read.">
      <p className="ui">
        Your profile with every stop and rating, your picture, your e-mail, sessions and passkeys, the mails we sent
        you, and the log of what was done with your account.
      </p>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void run({
            name: "export",
            act: async () => {
              const content = await api.request<unknown>("GET", "/api/user/export");
              saveFile("pipelines-export.json", JSON.stringify(content, null, 2));
            },
            done: "Your file is in your downloads: pipelines-export.json.",
          });
        }}
      >
        <SubmitButton className="btn btn--s set__b" isLoading={busy !== ""} loadingLabel="Collecting your data">
          Download everything
        </SubmitButton>
      </form>
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
