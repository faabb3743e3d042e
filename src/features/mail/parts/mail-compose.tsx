import { useRef, useState, type ReactNode, type RefObject } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { fieldsOf } from "#core/fields.ts";
import { peopleText } from "#core/number-text.ts";
import { checkSubject } from "#features/mail/rules.ts";
import { AUDIENCE_WORDS, textToHtml } from "#features/mail/words.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { FormError } from "#ui/form-error.tsx";
import { Segments } from "#ui/segments.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { AudienceField, countPeople, useCounts } from "./mail-audience.tsx";
import { NO_DRAFT, type MailDraft } from "./mail-draft.ts";
import { mailProblem, MailTest } from "./mail-test.tsx";

export function bodyOf(draft: MailDraft): string {
  return draft.kind === "html" ? draft.body : textToHtml(draft.body);
}

/** The number of people that the server counted, where it refused because it is another one now. */
function recipientsOf(failure: unknown): number | undefined {
  const { recipients } = fieldsOf(failure instanceof ApiError ? failure.body : undefined);
  return typeof recipients === "number" ? recipients : undefined;
}

function BodyField(props: {
  draft: MailDraft;
  set: (change: Partial<MailDraft>) => void;
  error: string | undefined;
  areaRef: RefObject<HTMLTextAreaElement | null>;
}): ReactNode {
  const { draft, set } = props;
  return (
    <div>
      <div className="em__k">
        <Segments
          label="How the body is written"
          value={draft.kind}
          onChange={(kind) => set({ kind })}
          options={[
            { value: "html", label: "HTML" },
            { value: "text", label: "Plain text" },
          ]}
        />
      </div>
      <TextArea
        label={
          <>
            Body <span className="faint">{draft.kind === "html" ? "HTML" : "Plain text"}</span>
          </>
        }
        value={draft.body}
        onChange={(text) => set({ body: text })}
        error={props.error}
        hint={
          draft.kind === "html"
            ? "Headings, paragraphs, lists, tables and links. No pictures, no styles."
            : "A blank line begins a new paragraph."
        }
        rows={9}
        isCode={draft.kind === "html"}
        areaRef={props.areaRef}
        isRequired
      />
    </div>
  );
}

/** @param props.count how many people get the e-mail; undefined until they are counted */
function SendButton({ count, isCounting }: { count: number | undefined; isCounting: boolean }): ReactNode {
  return (
    <div className="em__send">
      <button
        type="submit"
        className="btn btn--p btn--lg"
        disabled={count === 0}
        aria-disabled={isCounting || undefined}
      >
        {count === undefined ? "Send" : `Send to ${peopleText(count)}`}
      </button>
      <p className="small faint">
        {count === 0 ? "There is nobody to send it to yet." : "You will be asked to confirm."}
      </p>
    </div>
  );
}

/** Audience, subject and body, a test mail, and sending after a confirmation. */
export function MailCompose(props: {
  draft: MailDraft;
  /** The server's message about the body, from the preview. */
  bodyFault: string | undefined;
  onChange: (draft: MailDraft) => void;
  /** @param jobId undefined if no new job was accepted */
  onSent: (what: string, jobId?: string) => void;
}): ReactNode {
  const { draft } = props;
  const { counts, recount } = useCounts();
  const [faults, setFaults] = useState<{ subject?: string; body?: string }>({});
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const [isCounting, setCounting] = useState(false);
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);

  const set = (change: Partial<MailDraft>): void => {
    props.onChange({ ...draft, ...change });
    setFaults({});
    setProblem(undefined);
  };
  const check = (): boolean => {
    const wrongSubject = checkSubject(draft.subject);
    const wrongBody = draft.body.trim() === "" ? "An e-mail needs some text." : props.bodyFault;
    setFaults({
      ...(wrongSubject === undefined ? {} : { subject: wrongSubject }),
      ...(wrongBody === undefined ? {} : { body: wrongBody }),
    });
    if (wrongSubject !== undefined) subject.current?.focus();
    else if (wrongBody !== undefined) body.current?.focus();
    return wrongSubject === undefined && wrongBody === undefined;
  };
  const ask = async (): Promise<void> => {
    setProblem(undefined);
    if (isCounting || !check()) return;
    setCounting(true);
    try {
      setAsked(await countPeople(draft.audience));
    } catch (failure) {
      setProblem(mailProblem(failure));
    }
    setCounting(false);
  };
  const send = async (confirmRecipients: number): Promise<void> => {
    const query = draft.audience === "early-access" ? ({ earlyAccess: "true" } as const) : {};
    const input = { subject: draft.subject.trim(), body: bodyOf(draft), confirmRecipients };
    let jobId: string;
    try {
      ({ jobId } = await api.request("POST /api/email/send", { query, body: input }));
    } catch (failure) {
      // Ask for confirmation again, with the new number of people.
      const recipients = recipientsOf(failure);
      if (recipients !== undefined) setAsked(recipients);
      throw new ApiError(mailProblem(failure), 0, "", [], undefined);
    }
    setAsked(undefined);
    props.onSent(`“${input.subject}” is on its way to ${peopleText(confirmRecipients)}.`, jobId);
    props.onChange({ ...NO_DRAFT, audience: draft.audience, kind: draft.kind });
    recount();
  };

  return (
    <form
      className="em__f"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <AudienceField value={draft.audience} counts={counts} onChange={(audience) => set({ audience })} />
      <TextField
        label="Subject"
        value={draft.subject}
        onChange={(text) => set({ subject: text })}
        error={faults.subject}
        autoComplete="off"
        inputRef={subject}
        isRequired
      />
      <BodyField draft={draft} set={set} error={faults.body ?? props.bodyFault} areaRef={body} />
      <MailTest
        subject={draft.subject}
        body={bodyOf(draft)}
        check={check}
        onSent={(email, jobId) =>
          jobId === undefined
            ? props.onSent("This same test was sent a moment ago. Change something in it to send another one.")
            : props.onSent(`A test is on its way to ${email}.`, jobId)
        }
      />
      <FormError message={problem} className="em__bad" />
      <SendButton count={counts[draft.audience]} isCounting={isCounting} />
      {asked !== undefined && (
        <ConfirmDialog
          title={`Send “${draft.subject.trim()}” to ${peopleText(asked)}?`}
          confirm={`Send to ${peopleText(asked)}`}
          loading="Sending"
          onConfirm={() => send(asked)}
          onClose={() => {
            setAsked(undefined);
            recount();
          }}
        >
          {`${AUDIENCE_WORDS[draft.audience].about}. E-mails that were sent cannot be called back. You can stop the rest while they are being sent.`}
        </ConfirmDialog>
      )}
    </form>
  );
}
