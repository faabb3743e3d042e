import type { Visibility } from "#features/profile/schema.ts";

/** Reads values of unknown JSON. */

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function ratingOf(value: unknown): number {
  return value === 20 || value === 40 || value === 60 || value === 80 || value === 100 ? value : 0;
}

export function isVisibility(value: unknown): value is Visibility {
  return value === "public" || value === "anonymous" || value === "private";
}
