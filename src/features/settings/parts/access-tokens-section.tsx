import { Copy, SquareTerminal } from "lucide-react";
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api } from "#core/api-client.ts";
import { MAX_ACCESS_TOKEN_NAME, type Scope } from "#features/session/rules.ts";
import type { AccessTokenView, NewAccessToken } from "#features/session/schema.ts";
import { copyText } from "#ui/copy-text.ts";
import { Dotted } from "#ui/dotted.tsx";
import { QuestionDialog } from "#ui/form-dialog.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";
import { dayName, lastUse } from "./when.ts";

const MAY: Readonly<Record<Scope, string>> = { read: "Read", write: "Read, and change your profile" };
const LIVES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
] as const;

/** Makes access tokens for the person's own programs, shows each once, and revokes them. */
export function AccessTokensSection(props: { tokens: readonly AccessTokenView[]; now: string }): ReactNode {
  const { tokens, now } = props;
  const { busy, done, fail, run, at } = useChange();
  const [scope, setScope] = useState<Scope>("read");
  const [days, setDays] = useState<(typeof LIVES)[number]["value"]>("90");
  const [made, setMade] = useState<NewAccessToken>();
  const [leaving, setLeaving] = useState<AccessTokenView>();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const make = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = (field.current?.value ?? "").trim();
    setMade(undefined);
    if (name === "") {
      fail("token-name", "Give it a name, so that you know it again.");
      field.current?.focus();
      return;
    }
    const isDone = await run({
      name: "make",
      act: async () => {
        const body = { name, scope, days: Number(days) };
        setMade(await api.request("POST /api/user/access-tokens", { body }));
      },
      done: `“${name}” is made. Copy it now: it is not shown again.`,
    });
    if (isDone) form.reset();
  };

  const revoke = async ({ _id, name }: AccessTokenView): Promise<void> => {
    setLeaving(undefined);
    const isDone = await run({
      name: _id,
      act: () => api.request("DELETE /api/user/access-tokens/{id}", { path: { id: _id } }),
      done: `“${name}” is revoked.`,
    });
    if (!isDone) return;
    if (made?._id === _id) setMade(undefined);
    heading.current?.focus();
  };

  return (
    <Section
      id="access-tokens"
      title="Access tokens"
      lead={
        <>
          For programs of your own that use the{" "}
          <a className="link" href="/api/docs">
            API
          </a>
          . A new password, or signing out everywhere else, ends them all.
        </>
      }
      headingRef={heading}
    >
      <TokenList tokens={tokens} now={now} isBusy={busy !== ""} onRevoke={setLeaving} />
      <form className="set__f" method="post" noValidate onSubmit={(event) => void make(event)}>
        <TextField
          label="Name of a new token"
          name="token-name"
          autoComplete="off"
          placeholder="Backup script"
          maxLength={MAX_ACCESS_TOKEN_NAME}
          isRequired
          error={at("token-name")}
          errorRole="alert"
          inputRef={field}
        />
        <div className="set__p">
          <SelectField
            label="What it may do"
            value={scope}
            onChange={setScope}
            options={[
              { value: "read", label: MAY.read },
              { value: "write", label: MAY.write },
            ]}
          />
          <SelectField label="Ends after" value={days} onChange={setDays} options={LIVES} />
        </div>
        <SubmitButton className="btn btn--s set__b" isLoading={busy === "make"} loadingLabel="Making">
          Make token
        </SubmitButton>
      </form>
      <Outcome done={done} error={at("form")} />
      {made && <NewToken key={made._id} made={made} />}
      {leaving && (
        <RevokeDialog token={leaving} onClose={() => setLeaving(undefined)} onRevoke={() => void revoke(leaving)} />
      )}
    </Section>
  );
}

function TokenList(props: {
  tokens: readonly AccessTokenView[];
  now: string;
  isBusy: boolean;
  onRevoke: (token: AccessTokenView) => void;
}): ReactNode {
  if (props.tokens.length === 0) return <p className="hint">You have no access tokens.</p>;
  return (
    <ul className="sess">
      {props.tokens.map((token) => (
        <li key={token._id}>
          <SquareTerminal className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
          <div className="grow">
            <p className="ui semi set__name">{token.name}</p>
            <p className="small faint">
              <Dotted parts={[MAY[token.scope], lastUse(token.lastUsed, props.now)]} />
            </p>
            <p className="small faint">{`Ends on ${dayName(token.expiresOn)}`}</p>
          </div>
          <button
            type="button"
            className="btn btn--g set__b"
            aria-label={`Revoke ${token.name}`}
            aria-disabled={props.isBusy || undefined}
            onClick={() => props.onRevoke(token)}
          >
            Revoke
          </button>
        </li>
      ))}
    </ul>
  );
}

function RevokeDialog(props: { token: AccessTokenView; onClose: () => void; onRevoke: () => void }): ReactNode {
  return (
    <QuestionDialog
      title={`Revoke “${props.token.name}”?`}
      onClose={props.onClose}
      actions={
        <>
          <button type="button" className="btn btn--s btn--44" data-safe onClick={props.onClose}>
            Keep it
          </button>
          <button type="button" className="btn btn--d btn--44" onClick={props.onRevoke}>
            Revoke token
          </button>
        </>
      }
    >
      Programs that use it stop working at once. It cannot be brought back.
    </QuestionDialog>
  );
}

/** The new token, shown as long as the page is open. */
function NewToken({ made }: { made: NewAccessToken }): ReactNode {
  const id = useId();
  const [said, setSaid] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    if (await copyText(made.token)) return setSaid("Copied.");
    // The person copies the selected text.
    box.current?.select();
    setSaid("It could not be copied. It is selected now: copy it with your keyboard or a long press.");
  };
  return (
    <div className="set__row">
      <div className="field">
        <label className="label" htmlFor={id}>{`Token “${made.name}”`}</label>
        <div className="input">
          <input
            id={id}
            ref={box}
            className="set__token"
            value={made.token}
            readOnly
            spellCheck={false}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <p className="hint" role="status">
          {said}
        </p>
      </div>
      <button type="button" className="btn btn--s set__b" onClick={() => void copy()}>
        <Copy className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
        Copy token
      </button>
    </div>
  );
}
