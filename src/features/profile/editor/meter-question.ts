import { isInRange } from "#core/calendar.ts";
import { MAX_NAME } from "#features/pipeline/check.ts";
import { inOrder } from "#features/pipeline/draft.ts";
import type { MeterForm } from "#features/meter/schema.ts";
import type { ProfileForm } from "./form.ts";

/** What the meter is asked, and which stops of the form its places mean. */
export type MeterQuestion = { body: MeterForm; stops: readonly number[] };

/**
 * The question a form puts to the meter: of an anonymous one with at least one
 * stop that has a company and a first month, or a school. Months go along even
 * where they are not shown: who knows them holds them against the pages that
 * show theirs. What is not measured (titles, ends, ratings, names) is no part
 * of it and asks nothing anew.
 */
export function meterQuestionOf(form: ProfileForm): MeterQuestion | undefined {
  if (form.visibility !== "anonymous") return undefined;
  const told = inOrder(form.pipeline.stops).flatMap((stop) => {
    const [first] = stop.roles
      .filter((role) => isInRange(role.startDate))
      .toSorted((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0));
    return stop.companyName.trim() !== "" && first ? [{ stop, first }] : [];
  });
  const school = form.hideSchool ? "" : form.school.schoolId || form.school.schoolName.trim().slice(0, 200);
  if (told.length === 0 && school === "") return undefined;
  return {
    stops: told.map(({ stop }) => stop.tempId2),
    body: {
      stops: told.map(({ stop, first: { startDate, datePrecision } }) => ({
        companyId: stop.companyId,
        ...(stop.companyId === "" ? { companyName: stop.companyName.trim().slice(0, MAX_NAME) } : {}),
        // No finer than anybody's page shows: a day that is corrected asks nothing anew.
        ...(datePrecision === "year"
          ? { startDate: `${startDate.slice(0, 4)}-01-01`, datePrecision }
          : { startDate: `${startDate.slice(0, 7)}-01` }),
        undisclosed: stop.undisclosed === true,
      })),
      school,
      showMonths: form.showMonths,
    },
  };
}
