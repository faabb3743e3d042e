import { api } from "#core/api-client.ts";
import type {
  AdminCompany,
  AdminCompanyPage,
  CompanyDetail,
  CompanyForm,
  CompanyView,
  MergePage,
} from "#features/company/schema.ts";
import type { PageOf } from "#ui/use-pages.ts";

/** A row of the administrator's list; what only the review tells is left out of the alphabetical one. */
export type ListedCompany = CompanyView & Partial<Pick<AdminCompany, "status" | "aliases" | "similar" | "hasPage">>;

export type MergeRow = MergePage["merges"][number];

/** Companies a page of the alphabetical list has, see the API's description. */
const A_PAGE = 100;

/** A page of all companies by name, or of the best matches of a text. */
export async function listCompanies(text: string, cursor: string, signal: AbortSignal): Promise<PageOf<ListedCompany>> {
  if (text !== "") return listForReview({ text }, cursor, signal);
  const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  const [companies] = await Promise.all([
    api.request<CompanyView[]>("GET", `/api/company/get/companies${query}`, undefined, { signal }),
    // That list is another one for visitors; whose session has ended must not take it for all there is.
    api.request<unknown>("GET", "/api/admin/me", undefined, { signal }),
  ]);
  return { items: companies, next: companies.length < A_PAGE ? "" : (companies.at(-1)?.name ?? "") };
}

/** Companies with all an administrator may know of them. */
export async function listForReview(
  filter: { status?: "new"; text?: string },
  cursor: string,
  signal: AbortSignal,
): Promise<PageOf<AdminCompany>> {
  const query = new URLSearchParams({ ...filter, ...(cursor === "" ? {} : { cursor }) });
  const page = await api.request<AdminCompanyPage>("GET", `/api/admin/companies?${query}`, undefined, { signal });
  return { items: page.companies, next: page.next };
}

export async function listMerges(cursor: string, signal: AbortSignal): Promise<PageOf<MergeRow>> {
  const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  const page = await api.request<MergePage>("GET", `/api/admin/companies/merges${query}`, undefined, { signal });
  return { items: page.merges, next: page.next };
}

const at = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`;

export function readCompany(id: string): Promise<CompanyDetail> {
  return api.request("GET", at("/api/company/get", id));
}

export function createCompany(form: CompanyForm): Promise<CompanyDetail> {
  return api.request("POST", "/api/company/create", form);
}

export function updateCompany(id: string, form: CompanyForm): Promise<CompanyDetail> {
  return api.request("PATCH", at("/api/company/update", id), form);
}

export function uploadLogo(id: string, file: File): Promise<CompanyDetail> {
  const form = new FormData();
  form.append("logo", file);
  return api.request("POST", at("/api/company/logo", id), form);
}

export async function deleteCompany(id: string): Promise<void> {
  await api.request("DELETE", at("/api/company/delete", id));
}

export async function keepCompany(id: string): Promise<void> {
  await api.request("POST", `${at("/api/admin/companies", id)}/keep`, {});
}

export async function readAliases(id: string): Promise<string[]> {
  return (await api.request<{ aliases: string[] }>("GET", `${at("/api/admin/companies", id)}/aliases`)).aliases;
}

export async function changeAlias(id: string, change: "add" | "remove", alias: string): Promise<string[]> {
  const method = change === "add" ? "POST" : "DELETE";
  const path = `${at("/api/admin/companies", id)}/aliases`;
  return (await api.request<{ aliases: string[] }>(method, path, { alias })).aliases;
}

/** By their names: the id of a company that people typed changes when the last of them hides. */
export function mergeCompanies(from: string, into: string): Promise<{ _id: string; company: CompanyDetail }> {
  return api.request("POST", "/api/admin/companies/merge", { from, into });
}

export async function undoMerge(id: string): Promise<void> {
  await api.request("POST", `/api/admin/companies/merge/${encodeURIComponent(id)}/undo`, {});
}
