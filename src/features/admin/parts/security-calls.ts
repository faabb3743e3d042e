import { api } from "#core/api-client.ts";
import type { AdminSessions, AdminView } from "#features/admin/schema.ts";

export type AdminSessionRow = AdminSessions["sessions"][number];

export function readMe(signal?: AbortSignal): Promise<AdminView> {
  return api.request("GET", "/api/admin/me", undefined, signal ? { signal } : {});
}

export async function readSessions(signal?: AbortSignal): Promise<AdminSessionRow[]> {
  const path = "/api/admin/sessions";
  return (await api.request<AdminSessions>("GET", path, undefined, signal ? { signal } : {})).sessions;
}

export async function endSession(id: string): Promise<void> {
  await api.request("DELETE", `/api/admin/sessions/${encodeURIComponent(id)}`);
}

export async function endOtherSessions(): Promise<void> {
  await api.request("DELETE", "/api/admin/sessions");
}

export function beginTotp(): Promise<{ secret: string; uri: string }> {
  return api.request("POST", "/api/admin/totp/begin", {});
}

export async function confirmTotp(code: string): Promise<void> {
  await api.request("POST", "/api/admin/totp/confirm", { code });
}

export async function removeTotp(input: { password: string; code: string }): Promise<void> {
  await api.request("POST", "/api/admin/totp/remove", input);
}
