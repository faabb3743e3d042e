import { compareText } from "#core/text.ts";
import { CURRENT_END, type DatePrecision } from "#core/calendar.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { mapTexts, type RoleTexts } from "#core/role-texts.ts";
import { inferKind } from "#features/title/kind.ts";
import type { ExperienceInput, StopView } from "./schema.ts";

/** A pipeline while it is typed, checked and saved; docs/stops.md lists the other shapes of a stop. */

export type RoleDraft = RoleTexts & {
  /** Unique in its draft. Names of the form's fields contain it; the API calls it this, too. */
  tempId2: number;
  title: string;
  /** Undefined = to be inferred from the title. */
  kind: RoleKind | undefined;
  /** `YYYY-MM-DD`, '' or what was typed and is not a date. */
  startDate: string;
  /** Like startDate. Always '' while current, never the API's placeholder date. */
  endDate: string;
  isCurrent: boolean;
  datePrecision: DatePrecision;
  /** 20 to 100, 0 = none, or the wrong number that a client sent. */
  rating: number;
};

export type StopDraft = {
  tempId2: number;
  /** '' for a stop that was never saved. */
  _id: string;
  /** '' for a company that is not listed (yet). */
  companyId: string;
  companyName: string;
  /** The address of the company's mark; '' if there is none. */
  logo: string;
  /** Others see 'Undisclosed company' in its place. Undefined = as it is stored, else false. */
  undisclosed?: boolean | undefined;
  roles: RoleDraft[];
};

export type PipelineDraft = {
  stops: StopDraft[];
  /** The next free local number. */
  nextId: number;
};

export function emptyRole(tempId2: number): RoleDraft {
  return {
    tempId2,
    title: "",
    kind: undefined,
    startDate: "",
    endDate: "",
    isCurrent: false,
    datePrecision: "month",
    rating: 0,
    ...mapTexts(() => ""),
  };
}

/** The forms of a saved pipeline, in its order. */
export function draftFrom(pipeline: readonly StopView[]): PipelineDraft {
  let nextId = 1;
  const take = (): number => nextId++;
  const stops = pipeline.map((stop): StopDraft => {
    const tempId2 = take();
    const roles = stop.roles.map((role): RoleDraft => ({
      tempId2: take(),
      title: role.title,
      // If the title shows the kind, leave the kind undefined, so that it follows later edits of the title.
      kind: role.kind === inferKind(role.title) ? undefined : role.kind,
      startDate: role.startDate,
      endDate: role.isIndefinite || role.endDate === CURRENT_END ? "" : role.endDate,
      isCurrent: role.isIndefinite || role.endDate === CURRENT_END,
      datePrecision: role.datePrecision,
      rating: role.rating ?? 0,
      ...mapTexts((text) => role[text] ?? ""),
    }));
    return {
      tempId2,
      _id: stop._id,
      companyId: stop.companyId,
      companyName: stop.displayName,
      logo: stop.logo,
      ...(stop.undisclosed === undefined ? {} : { undisclosed: stop.undisclosed }),
      roles: roles.length > 0 ? roles : [emptyRole(take())],
    };
  });
  return { stops, nextId };
}

function byStart(a: { startDate: string }, b: { startDate: string }): number {
  return compareText(a.startDate, b.startDate);
}

export function firstStart(stop: StopDraft): string {
  return stop.roles.map(({ startDate }) => startDate).toSorted()[0] ?? "";
}

/** Stops by their first start, roles by their start. Equal starts keep the order of the page. */
export function inOrder(stops: readonly StopDraft[]): StopDraft[] {
  return stops
    .map((stop) => ({ ...stop, roles: stop.roles.toSorted(byStart) }))
    .toSorted((a, b) => compareText(firstStart(a), firstStart(b)));
}

/**
 * The pipeline for PATCH /api/profile/{id}, by start. It also has the latest role's fields for clients without roles.
 */
export function toWire(stops: readonly StopDraft[]): ExperienceInput[] {
  return inOrder(stops).map((stop) => {
    const roles = stop.roles.map((role) => ({
      title: role.title.trim(),
      kind: role.kind,
      startDate: role.startDate,
      endDate: role.isCurrent ? CURRENT_END : role.endDate,
      isIndefinite: role.isCurrent,
      datePrecision: role.datePrecision,
      rating: role.rating,
      ...mapTexts((text) => role[text].trim()),
    }));
    const latest = roles.at(-1);
    return {
      tempId2: stop.tempId2,
      ...(stop._id === "" ? {} : { _id: stop._id }),
      companyId: stop.companyId,
      companyName: stop.companyName.trim(),
      displayName: stop.companyName.trim(),
      ...(stop.undisclosed === undefined ? {} : { undisclosed: stop.undisclosed }),
      title: latest?.title ?? "",
      startDate: roles[0]?.startDate ?? "",
      endDate: latest?.endDate ?? "",
      isIndefinite: latest?.isIndefinite ?? false,
      rating: latest?.rating ?? 0,
      roles,
    };
  });
}

/** True for a stop in which nothing was entered yet. */
export function isEmptyStop(stop: StopDraft): boolean {
  return (
    stop.companyName.trim() === "" &&
    stop.roles.every(
      (role) => role.title.trim() === "" && role.startDate === "" && role.endDate === "" && role.rating === 0,
    )
  );
}
