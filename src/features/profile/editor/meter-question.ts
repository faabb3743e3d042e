import { isInRange } from "#core/calendar.ts";
import { inOrder } from "#features/pipeline/draft.ts";
import type { MeterForm } from "#features/meter/schema.ts";
import type { ProfileForm } from "./form.ts";

/** What the meter is asked, and which stops of the form its places mean. */
export type MeterQuestion = { body: MeterForm; stops: readonly number[] };

/**
 * The question a form puts to the meter: of an anonymous one with at least one
 * stop that has a company and a first month, or a school. What others do not
 * see (titles, ends, ratings, names) is no part of it and asks nothing anew.
 */
export function meterQuestionOf(form: ProfileForm): MeterQuestion | undefined {
  if (form.visibility !== "anonymous") return undefined;
  const told = inOrder(form.pipeline.stops).flatMap((stop) => {
    const startDate = stop.roles[0]?.startDate ?? "";
    return stop.companyName.trim() !== "" && isInRange(startDate) ? [{ stop, startDate }] : [];
  });
  const school = form.hideSchool ? "" : form.school.schoolId || form.school.schoolName.trim().slice(0, 200);
  if (told.length === 0 && school === "") return undefined;
  return {
    stops: told.map(({ stop }) => stop.tempId2),
    body: {
      stops: told.map(({ stop, startDate }) => ({
        companyId: stop.companyId,
        // No finer than others see it: a day that is corrected asks nothing anew.
        startDate:
          form.showMonths && stop.undisclosed !== true
            ? `${startDate.slice(0, 7)}-01`
            : `${startDate.slice(0, 4)}-01-01`,
        undisclosed: stop.undisclosed === true,
      })),
      school,
      showMonths: form.showMonths,
    },
  };
}
