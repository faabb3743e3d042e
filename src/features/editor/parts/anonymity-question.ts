import { compareText } from "#core/text.ts";
import { isInRange } from "#core/calendar.ts";
import { inOrder } from "#features/pipeline/draft.ts";
import { MAX_COMPANY_NAME, MAX_TITLE } from "#features/pipeline/check.ts";
import { isCatalogueTitle } from "#features/title/classify.ts";
import { MAX_OWN_TITLES } from "#features/anonymity/rules.ts";
import type { AnonymityAnswer, AnonymityForm } from "#features/anonymity/schema.ts";
import type { ProfileForm } from "./form.ts";

/** The body of the question, and the `tempId2` of each stop in it. */
export type AnonymityQuestion = { body: AnonymityForm; stops: readonly number[] };

/** The titles that are in no catalogue, each once. */
function ownTitlesOf({ pipeline }: ProfileForm): string[] {
  const all = pipeline.stops.flatMap((stop) => stop.roles.map(({ title }) => title.trim().slice(0, MAX_TITLE)));
  const own = all.filter((title) => title !== "" && !isCatalogueTitle(title));
  return [...new Set(own)].slice(0, MAX_OWN_TITLES);
}

/**
 * The request body of the anonymity check. Undefined unless the form is anonymous and has a school, or a stop with a
 * company and a start. Months are sent even if they are hidden, because somebody who knows them can compare them with
 * pages that show months. Titles are sent only if they are outside the catalogue and others see them as written. The
 * check ignores ends, ratings and names, so changing them sends no request.
 */
export function anonymityQuestionOf(form: ProfileForm): AnonymityQuestion | undefined {
  if (form.visibility !== "anonymous") return undefined;
  const asked = inOrder(form.pipeline.stops).flatMap((stop) => {
    const [first] = stop.roles
      .filter((role) => isInRange(role.startDate))
      .toSorted((a, b) => compareText(a.startDate, b.startDate));
    return stop.companyName.trim() !== "" && first ? [{ stop, first }] : [];
  });
  const school = form.hideSchool ? "" : form.school.schoolId || form.school.schoolName.trim().slice(0, 200);
  if (asked.length === 0 && school === "") return undefined;
  const titles = form.ownTitles ? ownTitlesOf(form) : [];
  return {
    stops: asked.map(({ stop }) => stop.tempId2),
    body: {
      stops: asked.map(({ stop, first: { startDate, datePrecision } }) => ({
        companyId: stop.companyId,
        ...(stop.companyId === "" ? { companyName: stop.companyName.trim().slice(0, MAX_COMPANY_NAME) } : {}),
        // Months only, because no anonymous page shows days. So correcting a day sends no request.
        ...(datePrecision === "year"
          ? { startDate: `${startDate.slice(0, 4)}-01-01`, datePrecision }
          : { startDate: `${startDate.slice(0, 7)}-01` }),
        undisclosed: stop.undisclosed === true,
      })),
      ...(titles.length === 0 ? {} : { titles }),
      school,
      showMonths: form.showMonths,
    },
  };
}

/** What to hide next: the `tempId2` of a stop, the school, or all titles shown as written. */
export type Advice = number | "school" | "titles";

export function adviceOf(answer: AnonymityAnswer, question: AnonymityQuestion | undefined): Advice | undefined {
  if (answer.worst === -1 || !question) return undefined;
  return question.stops[answer.worst] ?? (answer.worst === question.stops.length ? "school" : "titles");
}

/** True if a save would show others a pipeline that they have not seen before: the first one, or a changed one. */
export function showsAnew(saved: ProfileForm, form: ProfileForm, wasCreated: boolean): boolean {
  const [before, now] = [saved, form].map((one) => JSON.stringify(anonymityQuestionOf(one)?.body));
  return now !== undefined && (!wasCreated || before !== now);
}
