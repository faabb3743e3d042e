import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api } from "#core/api-client.ts";
import { hasPasskeys, makePasskey, NO_PASSKEYS } from "#features/passkey/parts/passkey-browser.ts";
import { MAX_PASSKEY_NAME } from "#features/passkey/rules.ts";
import type { PasskeyView } from "#features/passkey/schema.ts";
import { useHydrated } from "#ui/client-only.tsx";
import { QuestionDialog } from "#ui/form-dialog.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

function AddForm({ change, device }: { change: ReturnType<typeof useChange>; device: string }): ReactNode {
  const { busy, fail, run, at } = change;
  const field = useRef<HTMLInputElement>(null);
  const isHere = useHydrated() ? hasPasskeys() : true;

  const add = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = (field.current?.value ?? "").trim();
    if (name === "") {
      fail("name", "Give it a name, so that you know it again.");
      field.current?.focus();
      return;
    }
    const isDone = await run({
      name: "add",
      act: async () => {
        const options = await api.request("POST /api/user/passkeys/begin");
        await api.request("POST /api/user/passkeys", { body: { name, response: await makePasskey(options) } });
      },
      done: `“${name}” is added. You can log in with it from now on.`,
    });
    if (isDone) form.reset();
  };

  if (!isHere) return <p className="hint">{NO_PASSKEYS}</p>;
  return (
    <form className="set__row" method="post" noValidate onSubmit={(event) => void add(event)}>
      <TextField
        label="Name of a new passkey"
        name="name"
        autoComplete="off"
        defaultValue={device}
        maxLength={MAX_PASSKEY_NAME}
        isRequired
        error={at("name")}
        errorRole="alert"
        inputRef={field}
      />
      <SubmitButton className="btn btn--s set__b" isLoading={busy === "add"} loadingLabel="Adding">
        Add passkey
      </SubmitButton>
    </form>
  );
}

/** Lists, adds, renames and removes passkeys. */
export function PasskeysSection(props: {
  passkeys: readonly PasskeyView[];
  now: string;
  /** The default name of a new passkey. */
  device: string;
}): ReactNode {
  const { passkeys, now } = props;
  const change = useChange();
  const { busy, done, run, at } = change;
  const [leaving, setLeaving] = useState<PasskeyView>();
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = async ({ _id, name }: PasskeyView): Promise<void> => {
    setLeaving(undefined);
    const isDone = await run({
      name: _id,
      act: () => api.request("DELETE /api/user/passkeys/{id}", { path: { id: _id } }),
      done: `“${name}” can no longer open your account.`,
    });
    if (isDone) heading.current?.focus();
  };

  return (
    <Section
      id="passkeys"
      title="Passkeys"
      lead="Log in with your fingerprint, your face or a security key. Nothing to remember, nothing to give away."
      headingRef={heading}
    >
      {passkeys.length > 0 && (
        <ul className="sess">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey._id}
              passkey={passkey}
              now={now}
              isBusy={busy !== ""}
              error={at(passkey._id)}
              onRemove={() => setLeaving(passkey)}
              onRename={(name) =>
                run({
                  name: passkey._id,
                  act: () =>
                    api.request("PATCH /api/user/passkeys/{id}", { path: { id: passkey._id }, body: { name } }),
                  done: `It is called “${name}” now.`,
                  place: () => passkey._id,
                })
              }
            />
          ))}
        </ul>
      )}
      <AddForm change={change} device={props.device} />
      <Outcome done={done} error={at("form")} />
      {leaving && (
        <QuestionDialog
          title={`Remove “${leaving.name}”?`}
          onClose={() => setLeaving(undefined)}
          actions={
            <>
              <button type="button" className="btn btn--s btn--44" data-safe onClick={() => setLeaving(undefined)}>
                Keep it
              </button>
              <button type="button" className="btn btn--d btn--44" onClick={() => void remove(leaving)}>
                Remove passkey
              </button>
            </>
          }
        >
          You can no longer log in with it. Your device may go on offering it; delete it there too.
        </QuestionDialog>
      )}
    </Section>
  );
}
