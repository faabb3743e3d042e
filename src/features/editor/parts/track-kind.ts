import { inOrder, type StopDraft } from "#features/pipeline/draft.ts";
import { isInternship } from "#core/role-kind.ts";
import { inferKind } from "#features/title/kind.ts";

/** The style of the track after a stop: dashed for an internship, dotted while data is missing. */
export function trackKindOf(stop: StopDraft): "i" | "f" | "n" {
  const latest = inOrder([stop])[0]?.roles.at(-1);
  if (!latest || latest.title.trim() === "") return "n";
  return isInternship(latest.kind ?? inferKind(latest.title)) ? "i" : "f";
}
