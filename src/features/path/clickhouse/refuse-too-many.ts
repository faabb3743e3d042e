import { tooManyPeople } from "#features/path/pure/answers/budget.ts";
import { CannotAsk, type Asking } from "./question.ts";

/** As the embedded engine does: ways and flows of very many people are refused. */
export function refuseEverybody({ mostOfEverybody }: Asking, kind: "school" | "company" | "all", people: number): void {
  if (people > mostOfEverybody && kind === "all") throw new CannotAsk(tooManyPeople(mostOfEverybody).message);
}
