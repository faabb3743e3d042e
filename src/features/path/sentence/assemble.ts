import { MOST_STEPS } from "#features/path/pure/limits.ts";
import { withOrs } from "./alternatives.ts";
import type { Item } from "./items.ts";
import {
  addCompany,
  addPosition,
  canBe,
  hasPosition,
  hasSort,
  isEmpty,
  newStep,
  settle,
  type Position,
  type Step,
} from "./steps.ts";

type Filters = { isFirst: boolean; isNow: boolean; country?: string; since?: number; until?: number };
export type Assembled = { steps: Step[]; filters: Filters; dropped: ReadonlySet<Item> };

type Order = { is: "forward"; isTo: boolean } | { is: "reverse"; isFrom: boolean };

/** Puts the items of a sentence together, left to right. */
class Assembly {
  readonly steps: Step[] = [];
  readonly filters: Filters = { isFirst: false, isNow: false };
  readonly dropped = new Set<Item>();
  #current: Step | undefined;
  #order: Order | undefined;
  #isOr = false;
  #isAnd = false;
  #isBefore = false;
  #isLeft = false;
  #isSame = false;
  #wasPosition = false;
  #wasLimit = false;
  #wasWho = false;
  #next: Item | undefined;
  readonly #limits: Extract<Item, { is: "limit" }>[] = [];
  readonly #firsts: Item[] = [];
  #firstStep: Step | undefined;
  #now: Item | undefined;
  #nowStep: Step | undefined;

  read(item: Item): void {
    this.#place(item);
    this.#wasLimit = item.is === "limit";
    if (item.is !== "noise") this.#wasWho = false;
    else if (item.isWho) this.#wasWho = true;
  }

  #place(item: Item): void {
    switch (item.is) {
      case "company":
        return this.#company(item);
      case "school":
        return this.#school(item);
      case "title":
      case "level":
        return this.#position(item);
      case "kind":
        if (item.isVerb !== undefined && this.#current !== undefined && this.#current.schools.length === 0)
          this.#turn(item.isVerb === "reverse" ? { is: "reverse", isFrom: false } : { is: "forward", isTo: false });
        return this.#position(item);
      case "limit":
        return this.#limit(item);
      case "years":
        return this.#years(item);
      case "country":
        return this.#country(item);
      default:
        return this.#word(item);
    }
  }

  #word(item: Item): void {
    switch (item.is) {
      case "forward":
        this.#turn({ is: "forward", isTo: item.isTo === true });
        break;
      case "reverse":
        this.#turn({ is: "reverse", isFrom: item.isFrom === true });
        break;
      case "before":
        if (this.#current === undefined) this.#isBefore = true;
        else this.#turn({ is: "forward", isTo: false });
        break;
      case "attach":
        this.#order = undefined;
        break;
      case "left":
        this.#isLeft = true;
        break;
      case "for":
        if (this.#isLeft) this.#turn({ is: "forward", isTo: false });
        break;
      case "of":
        if (this.#wasLimit && this.#current !== undefined) this.#turn({ is: "reverse", isFrom: false });
        break;
      case "next":
        this.#next = item;
        break;
      case "first":
        this.#firsts.push(item);
        // "managers who started as interns": the start comes before what was said of them.
        if (this.#wasWho && this.#current !== undefined) this.#turn({ is: "reverse", isFrom: false });
        break;
      case "now":
        this.#now = item;
        if (this.#current !== undefined) this.#turn({ is: "forward", isTo: false });
        break;
      case "same":
        if (item.opens && this.#current === undefined) {
          // "people who went back to Google": a route cannot ask for what was in between.
          this.dropped.add(item);
        } else if (item.opens) {
          this.#turn({ is: "forward", isTo: false });
          this.#isSame = true;
        } else if (this.#current !== undefined) this.#current.isSame = true;
        break;
      case "or":
        this.#isOr = true;
        break;
      case "and":
        this.#isAnd = true;
        break;
      default:
    }
  }

  #turn(order: Order): void {
    this.#order = order;
  }

  /** The step that the next facet belongs to. Creates it if a new one begins. */
  #open(isNew: boolean): Step | undefined {
    if (this.#current !== undefined && this.#order === undefined && !isNew) return this.#current;
    if (this.#current === undefined && this.steps.length === 0) {
      this.#current = newStep();
      this.steps.push(this.#current);
    } else this.#insert();
    this.#order = undefined;
    this.#isLeft = false;
    return this.#current;
  }

  #insert(): void {
    if (this.steps.length >= MOST_STEPS) {
      this.#current = undefined;
      return;
    }
    const known = this.#current ?? this.steps.at(-1);
    const at = known === undefined ? 0 : this.steps.indexOf(known);
    const isEarlier =
      known?.schools.length === 0 && (this.#order === undefined ? this.#isBefore : this.#order.is === "reverse");
    const step = newStep();
    step.isSame = this.#isSame;
    this.#isSame = false;
    this.steps.splice(isEarlier ? at : at + 1, 0, step);
    if (isEarlier) {
      // The link before the later step now belongs to the new step, which comes first.
      step.link = known.link;
      known.link = {};
      this.#isBefore = false;
    } else step.isAfterTo = this.#order?.is === "forward" && this.#order.isTo;
    if (this.#next !== undefined) {
      (isEarlier ? known : step).link.isNext = true;
      this.#next = undefined;
    }
    this.#current = step;
  }

  #mark(step: Step): void {
    if (this.#firsts.length > 0 && this.#firstStep === undefined) this.#firstStep = step;
    if (this.#now !== undefined && this.#nowStep === undefined) this.#nowStep = step;
    this.#isOr = false;
    this.#isAnd = false;
  }

  #company(item: Extract<Item, { is: "company" }>): void {
    const before = this.#current;
    const isTaken = before !== undefined && before.companies.length + before.schools.length > 0;
    const isOther = isTaken && !(this.#isOr && before.schools.length === 0);
    const kinds = this.#isAnd && this.#order === undefined && isOther ? before.kinds : [];
    const step = this.#open(isOther);
    if (step === undefined) return void this.dropped.add(item);
    // "to Google as an engineer" is a move to Google; only "to engineer at Google" is about one company.
    if (!hasPosition(step)) step.isAfterTo = false;
    addCompany(step, item.name.value);
    step.kinds.push(...kinds.filter((kind) => !step.kinds.includes(kind)));
    this.#wasPosition = false;
    this.#mark(step);
  }

  #position(item: Position): void {
    const before = this.#current;
    const isOther =
      before !== undefined &&
      (before.schools.length > 0 ||
        (hasPosition(before) && !this.#isOr && (!this.#wasPosition || hasSort(before, item))));
    const step = this.#open(isOther);
    if (step === undefined || !canBe(step, item)) return void this.dropped.add(item);
    addPosition(step, item);
    this.#wasPosition = true;
    this.#mark(step);
  }

  /** A school can only be the first step, so it is moved there. */
  #school(item: Extract<Item, { is: "school" }>): void {
    const known = this.steps.find(({ schools }) => schools.length > 0);
    if (known !== undefined) {
      // A route has one school, so "Waterloo or MIT" is Waterloo.
      if (!known.schools.includes(item.name.value)) this.dropped.add(item);
    } else {
      const step = newStep();
      step.schools.push(item.name.value);
      if (this.steps.length >= MOST_STEPS) return void this.dropped.add(item);
      this.steps.unshift(step);
      if (this.#next !== undefined && this.#current !== undefined) {
        const [, second] = this.steps;
        if (second !== undefined) second.link.isNext = true;
        this.#next = undefined;
      }
      this.#current ??= step;
    }
    this.#order = undefined;
    this.#isOr = false;
    this.#wasPosition = false;
  }

  #limit(item: Extract<Item, { is: "limit" }>): void {
    const at = this.#current === undefined ? 0 : this.steps.indexOf(this.#current);
    if (at > 0 && this.#current !== undefined && this.#current.link.months === undefined && this.#order === undefined)
      this.#current.link.months = item.months;
    else this.#limits.push(item);
    this.#wasPosition = false;
  }

  #years(item: Extract<Item, { is: "years" }>): void {
    const { since, until } = item;
    const isTwice =
      (since !== undefined && this.filters.since !== undefined) ||
      (until !== undefined && this.filters.until !== undefined);
    if (isTwice) return void this.dropped.add(item);
    if (since !== undefined) this.filters.since = since;
    if (until !== undefined) this.filters.until = until;
  }

  #country(item: Extract<Item, { is: "country" }>): void {
    if (this.filters.country !== undefined) return void this.dropped.add(item);
    this.filters.country = item.code;
    if (this.#order?.is === "reverse" && this.#order.isFrom) this.#order = undefined;
  }

  finish(): Assembled {
    this.steps.splice(0, Infinity, ...this.steps.filter((step) => !isEmpty(step)));
    if (this.#isSame && this.steps.length > 0 && this.steps.length < MOST_STEPS)
      this.steps.push({ ...newStep(), isSame: true });
    settle(this.steps);
    // "came back" where no company was named.
    this.steps.splice(0, Infinity, ...this.steps.filter((step) => !isEmpty(step)));
    for (const item of this.#limits) {
      const link = this.steps.find((step, at) => at > 0 && step.link.months === undefined)?.link;
      if (link === undefined) this.dropped.add(item);
      else link.months = item.months;
    }
    const last = this.steps.at(-1);
    if (this.#next !== undefined && last !== undefined && this.steps.length > 1) last.link.isNext = true;
    this.#finishFirst();
    if (this.#now !== undefined) {
      if ((this.#nowStep ?? last) === last) this.filters.isNow = true;
      else this.dropped.add(this.#now);
    }
    return { steps: this.steps, filters: this.filters, dropped: this.dropped };
  }

  #finishFirst(): void {
    if (this.#firsts.length === 0) return;
    const step = this.#firstStep ?? this.steps[0];
    const at = step === undefined ? -1 : this.steps.indexOf(step);
    const isFirst = at === 0 || (at === 1 && (this.steps[0]?.schools.length ?? 0) > 0);
    if (isFirst) this.filters.isFirst = true;
    else for (const item of this.#firsts) this.dropped.add(item);
  }
}

export function assemble(items: readonly Item[]): Assembled {
  const assembly = new Assembly();
  for (const item of withOrs(items)) assembly.read(item);
  return assembly.finish();
}
