import { tooManyPeople } from "#features/path/pure/answers/budget.ts";
import { QuestionRefused, type Asking } from "./ask.ts";

/** Refuses ways and flows of very many people, like the embedded engine. */
export function refuseTooMany({ mostOfEverybody }: Asking, kind: "school" | "company" | "all", people: number): void {
  if (people > mostOfEverybody && kind === "all") throw new QuestionRefused(tooManyPeople(mostOfEverybody).message);
}
