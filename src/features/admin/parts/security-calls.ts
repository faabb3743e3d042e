import { api, type AnswerOf } from "#core/api-client.ts";
import type { AdminSessions, AdminView } from "#features/admin/schema.ts";

export type AdminSessionRow = AdminSessions["sessions"][number];

export function readMe(signal?: AbortSignal): Promise<AdminView> {
  return api.request("GET /api/admin/me", { signal });
}

export async function readSessions(signal?: AbortSignal): Promise<AdminSessionRow[]> {
  return (await api.request("GET /api/admin/sessions", { signal })).sessions;
}

export async function endSession(id: string): Promise<void> {
  await api.request("DELETE /api/admin/sessions/{id}", { path: { id } });
}

export async function endOtherSessions(): Promise<void> {
  await api.request("DELETE /api/admin/sessions");
}

export function beginTotp(): Promise<AnswerOf<"POST /api/admin/totp/begin">> {
  return api.request("POST /api/admin/totp/begin");
}

export async function confirmTotp(code: string): Promise<void> {
  await api.request("POST /api/admin/totp/confirm", { body: { code } });
}

export async function removeTotp(body: { password: string; code: string }): Promise<void> {
  await api.request("POST /api/admin/totp/remove", { body });
}
