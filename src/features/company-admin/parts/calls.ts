import { api, type AnswerOf } from "#core/api-client.ts";
import type { AdminCompany, CompanyDetail, CompanyForm, CompanyView, MergePage } from "#features/company/schema.ts";
import type { PageOf } from "#ui/use-pages.ts";

/** A row of the administrator's list. The alphabetical list lacks the fields for a review. */
export type ListedCompany = CompanyView & {
  [Key in "status" | "aliases" | "similar" | "hasPage"]?: AdminCompany[Key] | undefined;
};

export type MergeRow = MergePage["merges"][number];

/** Undefined for the first page. */
type Cursor = string | undefined;

/** Companies on a page of the alphabetical list, as the API says. */
const A_PAGE = 100;

/** A page of all companies by name, or of the best matches of a text. */
export async function listCompanies(text: string, cursor: Cursor, signal: AbortSignal): Promise<PageOf<ListedCompany>> {
  if (text !== "") return listForReview({ text }, cursor, signal);
  const [companies] = await Promise.all([
    api.request("GET /api/company/get/companies", { query: { cursor }, signal }),
    // Check the session too: without it the same address returns the list for visitors.
    api.request("GET /api/admin/me", { signal }),
  ]);
  return { items: companies, next: companies.length < A_PAGE ? "" : (companies.at(-1)?.name ?? "") };
}

/** Companies with the fields for a review. */
export async function listForReview(
  filter: { status?: "new"; text?: string },
  cursor: Cursor,
  signal: AbortSignal,
): Promise<PageOf<AdminCompany>> {
  const page = await api.request("GET /api/admin/companies", { query: { ...filter, cursor }, signal });
  return { items: page.companies, next: page.next };
}

export async function listMerges(cursor: Cursor, signal: AbortSignal): Promise<PageOf<MergeRow>> {
  const page = await api.request("GET /api/admin/companies/merges", { query: { cursor }, signal });
  return { items: page.merges, next: page.next };
}

export function readCompany(id: string): Promise<CompanyDetail> {
  return api.request("GET /api/company/get/{id}", { path: { id } });
}

export function createCompany(body: CompanyForm): Promise<CompanyDetail> {
  return api.request("POST /api/company/create", { body });
}

export async function updateCompany(id: string, body: CompanyForm): Promise<CompanyDetail> {
  const company = await api.request("PATCH /api/company/update/{id}", { path: { id }, body });
  // The call returns a message if it gets a list, which removes a company from one's own pipeline.
  if (!("_id" in company)) throw new Error("No company in the answer.");
  return company;
}

export function uploadLogo(name: string, file: File): Promise<CompanyDetail> {
  const body = new FormData();
  body.append("logo", file);
  return api.request("POST /api/company/logo/{name}", { path: { name }, body });
}

export async function deleteCompany(name: string): Promise<void> {
  await api.request("DELETE /api/company/delete/{name}", { path: { name } });
}

export async function keepCompany(id: string): Promise<void> {
  await api.request("POST /api/admin/companies/{id}/keep", { path: { id } });
}

export async function readAliases(id: string): Promise<string[]> {
  return (await api.request("GET /api/admin/companies/{id}/aliases", { path: { id } })).aliases;
}

export async function changeAlias(id: string, change: "add" | "remove", alias: string): Promise<string[]> {
  const call = `${change === "add" ? "POST" : "DELETE"} /api/admin/companies/{id}/aliases` as const;
  return (await api.request(call, { path: { id }, body: { alias } })).aliases;
}

/** By names, because the id of a typed company changes when its last visible person hides. */
export function mergeCompanies(from: string, into: string): Promise<AnswerOf<"POST /api/admin/companies/merge">> {
  return api.request("POST /api/admin/companies/merge", { body: { from, into } });
}

export async function undoMerge(id: string): Promise<void> {
  await api.request("POST /api/admin/companies/merge/{id}/undo", { path: { id } });
}
