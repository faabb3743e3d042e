import { companyMarkAddress, UNDISCLOSED } from "#core/monogram.ts";
import type { CardView } from "#features/person-card/parts/card.ts";
import { checkPipeline } from "#features/pipeline/check.ts";
import { isEmptyStop, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { shortRangeLabel } from "#features/pipeline/rules.ts";
import type { Visibility } from "#features/profile/schema.ts";
import { catalogueTitleOf } from "#features/title/classify.ts";
import { inferKind } from "#features/title/kind.ts";
import { displayTitle } from "#features/title/rules.ts";
import type { ProfileForm } from "./form.ts";
import { roleViewOf } from "./preview.ts";

/** An incomplete stop, which the preview shows but a save refuses. */
type PendingStop = { company: string; logo: string; title: string; range: string };

type Shown = { isAnonymous: boolean; form: ProfileForm; today: string };

function titleOf(role: RoleDraft | undefined, { isAnonymous, form }: Shown): string {
  const title = role?.title.trim() ?? "";
  if (!role || title === "") return "Title to come";
  if (!isAnonymous || form.ownTitles) return displayTitle(title);
  return catalogueTitleOf(title, role.kind ?? inferKind(title));
}

function rangeOf(role: RoleDraft | undefined, isUndisclosed: boolean, { isAnonymous, form, today }: Shown): string {
  const view = role && roleViewOf(role, today);
  if (!view) return "Dates to come";
  const isYears = isUndisclosed || (isAnonymous && !form.showMonths);
  return shortRangeLabel({ ...view, ...(isYears ? { datePrecision: "year" } : {}) });
}

/** The last incomplete stop of the page, as others would see it at this visibility. */
export function pendingStopOf(
  form: ProfileForm,
  level: Exclude<Visibility, "private">,
  today: string,
): PendingStop | undefined {
  const isPending = (stop: StopDraft): boolean => !isEmptyStop(stop) && checkPipeline([stop]).length > 0;
  const stop = form.pipeline.stops.findLast(isPending);
  if (!stop) return undefined;
  const shown = { isAnonymous: level === "anonymous", form, today };
  const role = stop.roles.at(-1);
  const isUndisclosed = stop.undisclosed === true;
  const company = isUndisclosed ? UNDISCLOSED : stop.companyName.trim() || "Company to come";
  return {
    company,
    logo: (isUndisclosed ? "" : stop.logo) || companyMarkAddress(company),
    title: titleOf(role, shown),
    range: rangeOf(role, isUndisclosed, shown),
  };
}

/** The card with the incomplete stop added at its end, after a dotted track. */
export function withPending(card: CardView, pending: PendingStop | undefined): CardView {
  if (!pending) return card;
  const before = card.latest ? card.pieces.map((piece) => piece.replace(/^l/, "r")) : card.pieces.slice(0, -1);
  return {
    ...card,
    pieces: [...before, "ttrk trk--n g-6", `ln${pending.title}, ${pending.company}`],
    end: "none",
    latest: { companyId: "", company: pending.company, logo: pending.logo, title: pending.title, range: pending.range },
  };
}
