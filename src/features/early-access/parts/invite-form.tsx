import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { checkAddresses, readAddresses, type AddressList } from "#features/early-access/pure/address-list.ts";
import { MAX_ADDRESSES } from "#features/early-access/rules.ts";
import type { Code, MadeCode } from "#features/early-access/schema.ts";
import { checkInviteForm, type InviteFaults, type InviteForm as Fields } from "#features/early-access/words.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { endOf, today } from "./end-of-day.ts";
import { FreshCode } from "./fresh-code.tsx";
import { LastDayField } from "./last-day-field.tsx";
import { InvitePreview } from "./invite-preview.tsx";
import { InvitedAddresses } from "./invited-addresses.tsx";

const FRESH: Fields = { label: "", inviter: "", lastDay: "" };

/** Invites a pasted list of addresses: preview, then send, then show the progress until all mails are sent. */
export function InviteForm(props: { onMade: (code: Code) => void }): ReactNode {
  const [form, setForm] = useState(FRESH);
  const [pasted, setPasted] = useState("");
  const [faults, setFaults] = useState<InviteFaults & { addresses?: string | undefined }>({});
  const [preview, setPreview] = useState<AddressList>();
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [made, setMade] = useState<MadeCode>();
  const box = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  const set = (change: Partial<Fields>): void => {
    setForm({ ...form, ...change });
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))));
  };
  const look = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const list = readAddresses(pasted);
    const addresses = checkAddresses(list);
    const found = { ...checkInviteForm(form, today()), ...(addresses === undefined ? {} : { addresses }) };
    setFaults(found);
    setProblem(undefined);
    const [first] = Object.keys(found);
    if (first === undefined) return setPreview(list);
    if (first === "addresses") area.current?.focus();
    else box.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  };
  const send = async (list: AddressList): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    setProblem(undefined);
    try {
      const inviter = form.inviter.trim();
      const body = {
        label: form.label.trim(),
        emails: list.addresses,
        ...(inviter === "" ? {} : { inviter }),
        ...endOf(form.lastDay),
      };
      const answer = await api.request("POST /api/admin/invitations", { body });
      setMade(answer);
      setPreview(undefined);
      setPasted("");
      setForm(FRESH);
      const { code: _code, ...listed } = answer;
      props.onMade(listed);
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure.message : "Something went wrong. Try again.");
    }
    setLoading(false);
  };

  if (made) {
    return (
      <>
        <InvitedAddresses code={made} isFresh />
        <FreshCode made={made} again="Invite another list" onDone={() => setMade(undefined)} />
      </>
    );
  }
  if (preview) {
    return (
      <InvitePreview
        list={preview}
        form={form}
        isLoading={isLoading}
        problem={problem}
        onSend={() => void send(preview)}
        onBack={() => setPreview(undefined)}
      />
    );
  }
  return (
    <form className="panel acode" ref={box} method="post" noValidate onSubmit={look} aria-labelledby="invite-list">
      <h2 className="h-sec" id="invite-list">
        Invite a list by e-mail
      </h2>
      <TextArea
        label="E-mail addresses"
        value={pasted}
        onChange={(text) => {
          setPasted(text);
          setFaults(({ addresses: _gone, ...others }) => others);
        }}
        error={faults.addresses}
        hint={`Paste up to ${MAX_ADDRESSES}, from a table or a mail. You see what was read before anything is sent.`}
        placeholder={"ada@example.org\nben@example.org"}
        rows={6}
        isCode
        isRequired
        areaRef={area}
      />
      <div className="acode__f">
        <TextField
          label="List"
          value={form.label}
          onChange={(label) => set({ label })}
          error={faults.label}
          hint="Administrators alone see it."
          placeholder="Class of 2026"
          autoComplete="off"
          fieldPath="label"
          isRequired
        />
        <TextField
          label={
            <>
              Who invites <span className="faint">optional</span>
            </>
          }
          value={form.inviter}
          onChange={(inviter) => set({ inviter })}
          error={faults.inviter}
          hint="Stands in the mail."
          placeholder="The robotics club"
          autoComplete="off"
          fieldPath="inviter"
        />
        <LastDayField value={form.lastDay} error={faults.lastDay} onChange={(lastDay) => set({ lastDay })} />
      </div>
      <FormError message={problem} className="acode__bad" />
      <SubmitButton className="btn btn--p" isLoading={false} loadingLabel="Reading">
        Look through the list
      </SubmitButton>
    </form>
  );
}
