import { GitMerge, Lock, Trash2 } from "lucide-react";
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { ApiError, sentenceOf } from "#core/api-client.ts";
import { MAX_DESCRIPTION } from "#features/company/rules.ts";
import type { CompanyDetail } from "#features/company/schema.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Aliases } from "./aliases.tsx";
import { createCompany, updateCompany, uploadLogo, type ListedCompany } from "./calls.ts";
import {
  bodyOf,
  checkDraft,
  draftOf,
  emptyDraft,
  errorsOf,
  firstWrong,
  type CompanyDraft,
  type DraftErrors,
} from "./form.ts";
import { LogoField } from "./logo-field.tsx";

type CompanyFormProps = {
  /** Undefined for a new one. */
  company: ListedCompany | undefined;
  /** Called with true while there are unsaved changes. */
  onDirty: (isDirty: boolean) => void;
  /** Called after each saved part; `isDone` after the last one. */
  onSaved: (company: CompanyDetail, isDone: boolean) => void;
  onAliases: (aliases: string[]) => void;
  onCancel: () => void;
  onMerge: () => void;
  onDelete: () => void;
};

/** Creates or changes a company. Its name is its key and cannot be changed later. */
export function CompanyFormPanel(props: CompanyFormProps): ReactNode {
  const form = useCompanyForm(props);
  const { company } = form;
  return (
    <>
      <form
        ref={form.element}
        className="cmp-form"
        method="post"
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <Fields form={form} />
        <FormError message={form.whole} />
        <div className="cmp-form__go">
          <SubmitButton className="btn btn--p btn--44" isLoading={form.isSaving} loadingLabel="Saving">
            Save company
          </SubmitButton>
          <button type="button" className="btn btn--g btn--44" onClick={props.onCancel}>
            Cancel
          </button>
        </div>
      </form>
      {company && (
        <div className="cmp-more">
          <Aliases companyId={company._id} onChange={props.onAliases} />
          <div className="cmp-more__b">
            <button type="button" className="btn btn--s btn--44" onClick={props.onMerge}>
              <GitMerge className="icon" size={16} strokeWidth={2} aria-hidden="true" />
              Merge into another…
            </button>
            <button type="button" className="btn btn--do btn--44" onClick={props.onDelete}>
              <Trash2 className="icon" size={16} strokeWidth={2} aria-hidden="true" />
              Delete…
            </button>
          </div>
        </div>
      )}
    </>
  );
}

/** What is typed and chosen, what is wrong with it, and its saving. */
function useCompanyForm(props: CompanyFormProps) {
  const [company, setCompany] = useState(props.company);
  const [before, setBefore] = useState(() => (company ? draftOf(company, window.location.origin) : emptyDraft()));
  const [draft, setDraft] = useState(before);
  const [file, setFile] = useState<File>();
  const [errors, setErrors] = useState<DraftErrors>({});
  const [whole, setWhole] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const change = (field: keyof CompanyDraft, text: string): void => {
    const next = { ...draft, [field]: text };
    setDraft(next);
    setErrors(({ [field]: _gone, ...rest }) => rest);
    props.onDirty(file !== undefined || JSON.stringify(next) !== JSON.stringify(before));
  };
  const chooseFile = (chosen: File | undefined): void => {
    setFile(chosen);
    setErrors(({ logo: _gone, ...rest }) => rest);
    props.onDirty(chosen !== undefined || JSON.stringify(draft) !== JSON.stringify(before));
  };
  const show = (wrong: DraftErrors): void => {
    setErrors(wrong);
    const first = firstWrong(wrong);
    if (first) element.current?.querySelector<HTMLElement>(`[data-at="${first}"] :is(input, textarea)`)?.focus();
  };
  // A file replaces the address, so the address is not sent.
  const sent = file ? { ...draft, logo: before.logo } : draft;

  /** Saves the texts first, so that an unreadable file loses none of them. */
  const save = async (): Promise<CompanyDetail> => {
    const body = bodyOf(sent, before, company === undefined);
    const saved = company ? await updateCompany(company._id, body) : await createCompany(body);
    setCompany(saved);
    const now = draftOf(saved, window.location.origin);
    setBefore(now);
    setDraft(now);
    if (!file) return saved;
    props.onSaved(saved, false);
    return uploadLogo(saved._id, file);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSaving) return;
    setWhole(undefined);
    const wrong = checkDraft(sent, before, company === undefined);
    show(wrong);
    if (firstWrong(wrong)) return;
    setSaving(true);
    try {
      props.onSaved(await save(), true);
    } catch (failure) {
      setSaving(false);
      if (!(failure instanceof ApiError)) return setWhole(sentenceOf(failure));
      const refused = errorsOf(failure);
      if (failure.code === "bad-picture") refused.fields.logo ??= failure.message;
      setWhole(firstWrong(refused.fields) ? undefined : refused.whole);
      show(refused.fields);
    }
  };
  return { company, draft, file, errors, whole, isSaving, element, change, chooseFile, submit };
}

function Fields({ form }: { form: ReturnType<typeof useCompanyForm> }): ReactNode {
  const { draft, errors, change } = form;
  const isNew = form.company === undefined;
  return (
    <>
      {isNew ? (
        <div data-at="name" data-first="">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(text) => change("name", text)}
            hint="The company's key for good, kept in lower case."
            error={errors.name}
            autoComplete="off"
            spellCheck={false}
            isRequired
          />
        </div>
      ) : (
        <LockedName name={draft.name} />
      )}
      <div data-at="displayName" {...(isNew ? {} : { "data-first": "" })}>
        <TextField
          label="Display name"
          value={draft.displayName}
          onChange={(text) => change("displayName", text)}
          error={errors.displayName}
          autoComplete="off"
          isRequired
        />
      </div>
      <div data-at="logo">
        <LogoField
          name={draft.displayName}
          address={draft.logo}
          onAddress={(text) => change("logo", text)}
          file={form.file}
          onFile={form.chooseFile}
          error={errors.logo}
        />
      </div>
      <div data-at="description">
        <TextArea
          label="Description"
          value={draft.description}
          onChange={(text) => change("description", text)}
          error={errors.description}
          hint={`${draft.description.trim().length} of ${MAX_DESCRIPTION} characters`}
          rows={4}
        />
      </div>
    </>
  );
}

function LockedName(props: { name: string }): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Name
      </label>
      <div className="input is-disabled">
        <Lock className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        <input id={id} value={props.name} readOnly aria-describedby={`${id}-hint`} />
      </div>
      <p className="hint" id={`${id}-hint`}>
        The key cannot change after creation.
      </p>
    </div>
  );
}
