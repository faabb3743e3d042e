import { isInRange } from "#core/calendar.ts";
import { inOrder } from "#features/pipeline/draft.ts";
import { MAX_COMPANY_NAME, MAX_TITLE } from "#features/pipeline/rules.ts";
import { isCatalogueTitle } from "#features/title/classify.ts";
import { MAX_OWN_TITLES } from "#features/anonymity/rules.ts";
import type { AnonymityAnswer, AnonymityForm } from "#features/anonymity/schema.ts";
import type { ProfileForm } from "./form.ts";

/** The body of the question, and the `tempId2` of each stop in it. */
export type AnonymityQuestion = { body: AnonymityForm; stops: readonly number[] };

/** The titles that are in no catalogue, each once. */
export function ownTitlesOf({ pipeline }: ProfileForm): string[] {
  const all = pipeline.stops.flatMap((stop) => stop.roles.map(({ title }) => title.trim().slice(0, MAX_TITLE)));
  const own = all.filter((title) => title !== "" && !isCatalogueTitle(title));
  return [...new Set(own)].slice(0, MAX_OWN_TITLES);
}

/**
 * The anonymity check's question about an anonymous form with a school, or a stop with company and start. Months are
 * sent even where they are not shown: somebody who knows them compares them with pages that show theirs. Titles are sent
 * where others read them as written and they are not the catalogue's. Ends, ratings and names are not measured and not
 * part of it, so changing them asks nothing.
 */
export function anonymityQuestionOf(form: ProfileForm): AnonymityQuestion | undefined {
  if (form.visibility !== "anonymous") return undefined;
  const told = inOrder(form.pipeline.stops).flatMap((stop) => {
    const [first] = stop.roles
      .filter((role) => isInRange(role.startDate))
      .toSorted((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0));
    return stop.companyName.trim() !== "" && first ? [{ stop, first }] : [];
  });
  const school = form.hideSchool ? "" : form.school.schoolId || form.school.schoolName.trim().slice(0, 200);
  if (told.length === 0 && school === "") return undefined;
  const titles = form.ownTitles ? ownTitlesOf(form) : [];
  return {
    stops: told.map(({ stop }) => stop.tempId2),
    body: {
      stops: told.map(({ stop, first: { startDate, datePrecision } }) => ({
        companyId: stop.companyId,
        ...(stop.companyId === "" ? { companyName: stop.companyName.trim().slice(0, MAX_COMPANY_NAME) } : {}),
        // No finer than anybody's page shows: a day that is corrected asks nothing anew.
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

/** What is best hidden next, as the form calls it: a stop by its number, the school, or all titles shown as written. */
export type Advice = number | "school" | "titles";

export function adviceOf(meter: AnonymityAnswer, question: AnonymityQuestion | undefined): Advice | undefined {
  if (meter.worst === -1 || !question) return undefined;
  return question.stops[meter.worst] ?? (meter.worst === question.stops.length ? "school" : "titles");
}

/** True if a save would show others a line that they have not been shown: the first one, or one with other facts. */
export function showsAnew(saved: ProfileForm, form: ProfileForm, wasCreated: boolean): boolean {
  const [before, now] = [saved, form].map((one) => JSON.stringify(anonymityQuestionOf(one)?.body));
  return now !== undefined && (!wasCreated || before !== now);
}
