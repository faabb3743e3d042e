import { api } from "#core/api-client.ts";
import { keyOf } from "#core/text.ts";
import type { Load } from "#ui/form-lookup.ts";
import type { CompanyView } from "#features/company/schema.ts";

/** A company in a field: listed ones have an id and a mark, typed ones only their name. */
export type CompanyChoice = { companyId: string; companyName: string; logo: string };

export const COMPANY_DELAY_MS = 100;

export const findCompanies: Load<CompanyView> = (text, signal) =>
  api.request("GET /api/company/get/companies/{text}", { path: { text: text.toLowerCase() }, signal });

export function choiceOf(company: CompanyView): CompanyChoice {
  return { companyId: company._id, companyName: company.displayName, logo: company.logo };
}

/** The company whose full name was typed, if it is among the results. */
export function namedExactly(companies: readonly CompanyView[], text: string): CompanyView | undefined {
  const key = keyOf(text);
  return companies.find((company) => keyOf(company.displayName) === key || keyOf(company.name) === key);
}
