import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api } from "#core/api-client.ts";
import { checkAddresses, readAddresses, type AddressList } from "#features/early-access/pure/address-list.ts";
import { MAX_ADDRESSES } from "#features/early-access/rules.ts";
import type { Code } from "#features/early-access/schema.ts";
import { checkInviteForm, type InviteForm as Fields } from "#features/early-access/words.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { endOf, today } from "./end-of-day.ts";
import { FreshCode } from "./fresh-code.tsx";
import { LastDayField } from "./last-day-field.tsx";
import { InvitePreview } from "./invite-preview.tsx";
import { InvitedAddresses } from "./invited-addresses.tsx";
import { useMakingCode } from "./use-making-code.ts";

const FRESH: Fields = { label: "", inviter: "", lastDay: "" };

/** Invites a pasted list of addresses: preview, then send, then show the progress until all mails are sent. */
export function InviteForm(props: { onMade: (code: Code) => void }): ReactNode {
  const making = useMakingCode(FRESH, props.onMade);
  const { form, field, faults, problem, isLoading, made } = making;
  const [pasted, setPasted] = useState("");
  const [preview, setPreview] = useState<AddressList>();
  const area = useRef<HTMLTextAreaElement>(null);

  const look = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const list = readAddresses(pasted);
    const addresses = checkAddresses(list);
    const first = making.show({ ...checkInviteForm(form, today()), ...(addresses === undefined ? {} : { addresses }) });
    if (first === undefined) setPreview(list);
    else if (first === "addresses") area.current?.focus();
  };
  const send = (list: AddressList): Promise<void> =>
    making.make(async () => {
      const inviter = form.inviter.trim();
      const body = {
        label: form.label.trim(),
        emails: list.addresses,
        ...(inviter === "" ? {} : { inviter }),
        ...endOf(form.lastDay),
      };
      const answer = await api.request("POST /api/admin/invitations", { body });
      setPreview(undefined);
      setPasted("");
      return answer;
    });

  if (made) {
    return (
      <>
        <InvitedAddresses code={made} isFresh />
        <FreshCode made={made} again="Invite another list" onDone={making.again} />
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
    <form
      className="panel acode"
      ref={making.box}
      method="post"
      noValidate
      onSubmit={look}
      aria-labelledby="invite-list"
    >
      <h2 className="h-sec" id="invite-list">
        Invite a list by e-mail
      </h2>
      <TextArea
        label="E-mail addresses"
        value={pasted}
        onChange={(text) => {
          setPasted(text);
          making.forgive(["addresses"]);
        }}
        error={faults.addresses}
        hint={`Paste up to ${MAX_ADDRESSES}, from a table or an e-mail. You see what was read before anything is sent.`}
        placeholder={"ada@example.org\nben@example.org"}
        rows={6}
        isCode
        isRequired
        areaRef={area}
      />
      <div className="acode__f">
        <TextField
          label="List"
          {...field("label")}
          hint="Administrators alone see it."
          placeholder="Class of 2026"
          isRequired
        />
        <TextField
          label={
            <>
              Who invites <span className="faint">optional</span>
            </>
          }
          {...field("inviter")}
          hint="Stands in the e-mail."
          placeholder="The robotics club"
        />
        <LastDayField {...field("lastDay")} />
      </div>
      <FormError message={problem} className="acode__bad" />
      <SubmitButton className="btn btn--p" isLoading={false} loadingLabel="Reading">
        Look through the list
      </SubmitButton>
    </form>
  );
}
