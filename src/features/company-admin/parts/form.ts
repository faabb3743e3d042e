import type { ApiError } from "#core/api-client.ts";
import { checkCompanyName } from "#features/pipeline/check.ts";
import { checkDescription } from "#features/company/rules.ts";
import type { CompanyForm } from "#features/company/schema.ts";

const FIELDS = ["name", "displayName", "logo", "description"] as const satisfies readonly (keyof CompanyForm)[];

/** The content of the administrator's form. The logo is an address, or '' for a monogram. */
export type CompanyDraft = Record<(typeof FIELDS)[number], string>;
export type DraftErrors = Partial<Record<keyof CompanyDraft, string>>;

export const NO_URL = "Logo must be a URL.";

export function emptyDraft(): CompanyDraft {
  return { name: "", displayName: "", logo: "", description: "" };
}

/** The form's first content for a company. Our own logos get the host, because the field contains addresses. */
export function draftOf(company: CompanyDraft, origin: string): CompanyDraft {
  const { name, displayName, logo, description } = company;
  const isDrawn = logo === "" || logo.startsWith("/monogram/");
  return { name, displayName, description, logo: isDrawn ? "" : logo.startsWith("/") ? `${origin}${logo}` : logo };
}

export function checkDraft(draft: CompanyDraft, before: CompanyDraft, isNew: boolean): DraftErrors {
  const errors: DraftErrors = {};
  const add = (field: keyof CompanyDraft, message: string | undefined): void => {
    if (message !== undefined) errors[field] = message;
  };
  if (isNew) add("name", checkCompanyName(draft.name));
  add("displayName", checkCompanyName(draft.displayName));
  if (draft.logo.trim() !== before.logo) add("logo", checkAddress(draft.logo.trim()));
  add("description", checkDescription(draft.description.trim()));
  return errors;
}

function checkAddress(text: string): string | undefined {
  return text === "" || (URL.canParse(text) && new URL(text).protocol === "https:") ? undefined : NO_URL;
}

export function firstWrong(errors: DraftErrors): keyof CompanyDraft | undefined {
  return FIELDS.find((field) => errors[field] !== undefined);
}

/**
 * The body of the call. For an existing company it contains only changed fields, so that nothing else is overwritten.
 */
export function bodyOf(draft: CompanyDraft, before: CompanyDraft, isNew: boolean): CompanyForm {
  const trimmed = {
    name: draft.name.trim(),
    displayName: draft.displayName.trim(),
    logo: draft.logo.trim(),
    description: draft.description.trim(),
  };
  if (isNew) return trimmed;
  return Object.fromEntries(
    FIELDS.filter((field) => field !== "name" && trimmed[field] !== before[field]).map((field) => [
      field,
      trimmed[field],
    ]),
  );
}

/** The server's refusal as messages for fields, and one for the whole form. */
export function errorsOf(refusal: ApiError): { fields: DraftErrors; whole: string | undefined } {
  if (refusal.code === "company-exists" || refusal.code === "no-company-name")
    return { fields: { name: refusal.message }, whole: undefined };
  const fields: DraftErrors = {};
  for (const { path, message } of refusal.issues) {
    const field = FIELDS.find((one) => one === path);
    if (field) fields[field] ??= message;
  }
  return { fields, whole: firstWrong(fields) === undefined ? refusal.message : undefined };
}
