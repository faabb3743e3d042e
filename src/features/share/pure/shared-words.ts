import { formatMonths, monthsBetween } from "#core/calendar.ts";
import { lineView, type LineView } from "#features/drawing/pure/segments.ts";
import { stopText } from "#features/drawing/pure/stop-text.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { amountText } from "#core/number-text.ts";
import type { ShareLevel } from "#core/share-level.ts";
import { fullName } from "#core/text.ts";

/** The drawing of a shared pipeline. With companies only, it does not show whether the last role is current. */
export function sharedLine(profile: PublicProfile, level: ShareLevel, today: string): LineView {
  const view = lineView(profile.pipeline, today);
  return level === "only-line" ? { ...view, end: "none" } : view;
}

/** The heading: with the name if the link shows it. */
export function sharedTitle(profile: PublicProfile, level: ShareLevel): string {
  return level === "only-line" ? "A career line" : fullName(profile.firstName, profile.lastName);
}

/** " in 8 yr 6 mo": from the first start to today or the last end. "" if months are hidden. */
function spanWords(profile: PublicProfile, level: ShareLevel, today: string): string {
  const roles = profile.pipeline.flatMap((stop) => stop.roles);
  if (level !== "everything" || roles.some((role) => role.datePrecision === "year")) return "";
  const begun = roles.filter((role) => role.phase !== "incoming");
  const [first] = begun.map((role) => role.startDate).toSorted();
  if (first === undefined) return "";
  const ends = begun.map((role) => (role.isIndefinite || role.endDate > today ? today : role.endDate)).toSorted();
  return ` in ${formatMonths(monthsBetween(first, ends.at(-1) ?? today) + 1)}`;
}

/** "Currently Staff Engineer at Google · 6 stops in 8 yr 6 mo". */
export function sharedFacts(profile: PublicProfile, level: ShareLevel, today: string): string {
  const stops = `${amountText(profile.pipeline.length, "stop")}${spanWords(profile, level, today)}`;
  return [profile.headline, stops].filter((part) => part !== "").join(" · ");
}

const NOW: Readonly<Record<string, string>> = { Currently: "now", Incoming: "soon", Previously: "last" };

function latestWords(headline: string): string {
  const [, word = "", rest = ""] = /^(\w+) (.*)$/s.exec(headline) ?? [];
  return NOW[word] === undefined ? "" : `, ${NOW[word]} ${rest}`;
}

/** The picture in one sentence: "Maya Lindqvist’s line: 6 stops, now Staff Engineer at Google". */
export function altText(profile: PublicProfile, level: ShareLevel): string {
  const whose =
    level === "only-line"
      ? "A career line"
      : profile.anonymous
        ? "An anonymous line"
        : `${fullName(profile.firstName, profile.lastName)}’s line`;
  return `${whose}: ${amountText(profile.pipeline.length, "stop")}${latestWords(profile.headline)}`;
}

/** The picture's long description: every stop in order. */
export function lineWords(profile: PublicProfile, level: ShareLevel, today: string): string[] {
  const stops = sharedLine(profile, level, today).stops.map((stop) =>
    level === "only-line" ? stop.displayName : stopText(stop),
  );
  return profile.schoolName === "" ? stops : [profile.schoolName, ...stops];
}
