import { amountText, numberText } from "#core/number-text.ts";
import { useEffect, useRef, type ReactNode } from "react";
import type { AddressList } from "#features/early-access/pure/address-list.ts";
import { invitationEmail } from "#features/early-access/pure/invite-words.ts";
import type { InviteForm } from "#features/early-access/words.ts";
import { FormError } from "#ui/form-error.tsx";
import { Icon } from "#ui/icon.tsx";
import { endOf } from "./end-of-day.ts";

/** Shows the mail and its recipients before it is sent. */
export function InvitePreview(props: {
  list: AddressList;
  form: InviteForm;
  isLoading: boolean;
  problem: string | undefined;
  onSend: () => void;
  onBack: () => void;
}): ReactNode {
  const { list, form } = props;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { expiresAt } = endOf(form.lastDay);
  const mail = invitationEmail(window.location.origin, {
    code: "XXXX-XXXX-XXXX",
    inviter: form.inviter.trim(),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  });
  const sendLabel = `Send ${amountText(list.addresses.length, "invitation")}`;
  return (
    <section className="panel acode" aria-labelledby="invite-preview">
      <h2 className="h-sec" id="invite-preview" tabIndex={-1} ref={title}>
        {`${amountText(list.addresses.length, "address", "addresses")} for “${form.label.trim()}”`}
      </h2>
      <ul className="acode__list" aria-label="Addresses" tabIndex={0}>
        {list.addresses.map((address) => (
          <li key={address}>{address}</li>
        ))}
      </ul>
      {list.repeated > 0 && (
        <p className="dim">{`${numberText(list.repeated)} stood there twice and ${list.repeated === 1 ? "is" : "are"} mailed once.`}</p>
      )}
      {list.wrong.length > 0 && (
        <div className="alert alert--warn">
          <Icon name="alert" size={18} />
          <div>
            <p>Not an address, and left out:</p>
            <ul className="acode__wrong">
              {list.wrong.slice(0, 20).map((text, n) => (
                // The index is part of the key, because two wrong lines may be equal.
                <li key={`${n} ${text}`}>{text}</li>
              ))}
            </ul>
            {list.wrong.length > 20 && <p>{`and ${list.wrong.length - 20} more`}</p>}
          </div>
        </div>
      )}
      <h3 className="h-sub">The e-mail</h3>
      <div className="acode__mail">
        <p className="semi">{mail.subject}</p>
        {mail.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p className="semi">{mail.action?.label}</p>
        {mail.notes?.map((text) => (
          <p className="small dim" key={text}>
            {text}
          </p>
        ))}
      </div>
      <FormError message={props.problem} className="acode__bad" />
      <div className="acode__row">
        <button
          type="button"
          className="btn btn--p"
          aria-disabled={props.isLoading || undefined}
          onClick={props.isLoading ? undefined : props.onSend}
        >
          {props.isLoading ? "Sending" : sendLabel}
        </button>
        <button type="button" className="btn btn--g" onClick={props.onBack}>
          Change the list
        </button>
      </div>
    </section>
  );
}
