import { CURRENT_END, isInRange, toDate, partsOf, type DatePrecision } from "#core/calendar.ts";
import { checkPipeline } from "#features/pipeline/check.ts";
import { inOrder, toEntries, type RoleForm, type StopForm } from "#features/pipeline/draft.ts";
import { headlineOf, headlineText, phaseOf } from "#features/pipeline/rules.ts";
import type { ExperienceView, RoleView } from "#features/pipeline/schema.ts";
import type { OwnProfile, PublicProfile } from "#features/profile/schema.ts";
import { inferKind } from "#features/title/rules.ts";
import type { ProfileForm } from "./form.ts";

/** A role of the form as the line draws it; undefined while its dates are none. */
export function roleViewOf(role: RoleForm, today: string): Omit<RoleView, "position"> | undefined {
  const ends = role.isCurrent || (isInRange(role.endDate) && role.endDate >= role.startDate);
  if (!isInRange(role.startDate) || !ends) return undefined;
  return {
    title: role.title.trim(),
    kind: role.kind ?? inferKind(role.title),
    startDate: role.startDate,
    endDate: role.isCurrent ? CURRENT_END : role.endDate,
    isIndefinite: role.isCurrent,
    datePrecision: role.datePrecision,
    phase: phaseOf(role.startDate, role.isCurrent ? undefined : role.endDate, today),
    ...(role.rating === 0 ? {} : { rating: role.rating }),
  };
}

function toYears(role: RoleView): RoleView {
  const year = (date: string): string => toDate(partsOf(date)?.year ?? 2000, 1);
  const datePrecision: DatePrecision = "year";
  return {
    ...role,
    datePrecision,
    startDate: year(role.startDate),
    endDate: role.isIndefinite ? role.endDate : year(role.endDate),
  };
}

/** The stops that are whole already, as experiences. */
function experiencesOf(stops: readonly StopForm[], today: string, isAnonymous: boolean): ExperienceView[] {
  const whole = inOrder(stops).filter((stop) => checkPipeline(toEntries([stop])).length === 0);
  const starts = whole.flatMap((stop) => stop.roles.map((role) => ({ role, start: role.startDate })));
  const places = new Map(
    starts
      .toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
      .map(({ role }, index) => [role, index]),
  );
  return whole.map((stop) => {
    const roles = stop.roles.flatMap((role) => {
      const view = roleViewOf(role, today);
      if (!view) return [];
      const { rating: _ownersAlone, ...shown } = view;
      const placed = { ...shown, position: places.get(role) ?? 0 };
      return [isAnonymous ? toYears(placed) : placed];
    });
    const latest = roles.at(-1);
    return {
      _id: String(stop.tempId2),
      companyId: stop.companyId === "" ? `new-${stop.tempId2}` : stop.companyId,
      companyName: stop.companyName.trim(),
      displayName: stop.companyName.trim(),
      logo: stop.logo,
      title: latest?.title ?? "",
      startDate: roles[0]?.startDate ?? "",
      endDate: latest?.endDate ?? "",
      isIndefinite: latest?.isIndefinite ?? false,
      datePrecision: latest?.datePrecision ?? "month",
      roles,
    };
  });
}

/**
 * What other people would see of the form, named or anonymous: a likeness for
 * the page's own card. It is made in the browser from what its owner typed and
 * goes nowhere, so it stands beside the one public projection, not before it.
 */
export function previewOf(form: ProfileForm, base: OwnProfile, today: string, isAnonymous: boolean): PublicProfile {
  const pipeline = experiencesOf(form.pipeline.stops, today, isAnonymous);
  return {
    _id: base._id,
    firstName: isAnonymous ? "Anonymous" : form.firstName.trim(),
    lastName: isAnonymous ? "" : form.lastName.trim(),
    username: "",
    linkedin: "",
    location: "",
    pfp: isAnonymous ? "" : base.pfp,
    anonymous: isAnonymous,
    visibility: isAnonymous ? "anonymous" : "public",
    created: true,
    school: form.school.schoolId,
    schoolName: form.school.schoolName.trim(),
    schoolCountry: "",
    schoolLogo: form.school.logo,
    headline: headlineText(headlineOf(pipeline)),
    datePrecision: isAnonymous ? "year" : "month",
    pipeline,
    __public: true,
  };
}
