import { IntList } from "#features/path/pure/columns/int-list.ts";
import { NODE_STAYED, NODE_START } from "#features/path/pure/limits.ts";
import { isShown, showCount, showLinks, showPeople, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { Flow, Hop } from "#features/path/pure/types.ts";
import { LinkCount, Nodes, NOWHERE, OTHER } from "./link-count.ts";
import { newCounts, type State } from "./state.ts";
import { companyNaming, rowsOf } from "./table-count.ts";

/** Where a hop leads. Values from 0 on are numbers of companies. */
export const TO_OTHER = -1;
export const STAYED = -2;
export const STILL_THERE = -3;
export const ENDED = -4;
/** The pipeline had ended before this hop. */
export const GONE = -5;

/** People's ways, hop by hop. */
export class FlowCount {
  readonly #state: State;
  /** For each hop and person one number: (goal − GONE) × 2, plus 1 for a public person. */
  readonly #hops: IntList[];

  /** @param size.people roughly how many will be added */
  constructor(state: State, { hops, people }: { hops: number; people: number }) {
    this.#state = state;
    this.#hops = Array.from({ length: hops }, () => new IntList(people));
  }

  /** One person's hops in order: of each a company, TO_OTHER, STAYED, STILL_THERE, ENDED or GONE. */
  add(hops: Int32Array, isPublic: boolean): void {
    const ofPublic = isPublic ? 1 : 0;
    for (let hop = 0; hop < this.#hops.length; hop += 1) {
      this.#hops[hop]?.push(((hops[hop] ?? GONE) - GONE) * 2 + ofPublic);
    }
  }

  /** The number of people added. */
  get length(): number {
    return this.#hops[0]?.length ?? 0;
  }

  answer(isExact: boolean): Flow {
    // Each person's current node; all begin at `start`.
    const nodeOf = new Int16Array(this.#hops[0]?.length ?? 0);
    let before: readonly string[] = [NODE_START];
    const hops: Hop[] = [];
    let people = newCounts();
    for (const [index, list] of this.#hops.entries()) {
      const { hop, ids, counts } = this.#showHop(list.values(), nodeOf, before);
      hops.push(hop);
      before = ids;
      // Everybody does something in the first hop.
      if (index === 0) people = counts;
    }
    return { people: showPeople(people, isExact).people, hops };
  }

  /** Moves everybody in `nodeOf` on to this hop's nodes. */
  #showHop(
    codes: Int32Array,
    nodeOf: Int16Array,
    before: readonly string[],
  ): { hop: Hop; ids: string[]; counts: Counts } {
    const { columns } = this.#state;
    const { byCompany, countsOf } = countGoals(codes, columns.companies.size);
    const [stayed, stillThere, ended] = [countsOf(STAYED), countsOf(STILL_THERE), countsOf(ENDED)];
    const counts = [countsOf(A_COMPANY), countsOf(TO_OTHER), stayed, stillThere, ended].reduce((a, b) => sumOf(a, b));
    const { keys, rows } = rowsOf(byCompany, companyNaming(columns));
    const nodes = new Nodes(
      byCompany.length,
      keys,
      rows.map((row) => row.id),
    );
    if (isShown(stayed.people)) nodes.name(STAYED, NODE_STAYED);
    nodes.leaveOut([STILL_THERE, ENDED, GONE]);
    const links = new LinkCount(before, nodes.ids);
    for (let person = 0; person < codes.length; person += 1) {
      const code = codes[person] ?? 0;
      const node = nodes.of((code >> 1) + GONE);
      links.add(nodeOf[person] ?? NOWHERE, node, code & 1);
      nodeOf[person] = node;
    }
    const atOther = links.peopleAt(OTHER);
    const hop: Hop = {
      people: showCount(counts),
      nodes: rows,
      others: showCount(isShown(stayed.people) ? atOther : sumOf(atOther, stayed, -1)),
      stayed: showCount(stayed),
      stillThere: showCount(stillThere),
      ended: showCount(ended),
      links: showLinks(links.links()),
    };
    return { hop, ids: nodes.ids, counts };
  }
}

/** Stands for every company when goals are counted by sort. */
const A_COMPANY = 0;

/** Counts people by company, and people and public people by each sort of goal. */
function countGoals(
  codes: Int32Array,
  companies: number,
): { byCompany: Uint32Array; countsOf: (goal: number) => Counts } {
  const counts = new Uint32Array(companies - GONE);
  const sorts = new Uint32Array((A_COMPANY - GONE + 1) * 2);
  for (let person = 0; person < codes.length; person += 1) {
    const code = codes[person] ?? 0;
    const goal = code >> 1;
    counts[goal] = (counts[goal] ?? 0) + 1;
    const sort = Math.min(goal, A_COMPANY - GONE) * 2 + (code & 1);
    sorts[sort] = (sorts[sort] ?? 0) + 1;
  }
  const countsOf = (goal: number): Counts => {
    const at = (goal - GONE) * 2;
    const publics = sorts[at + 1] ?? 0;
    return { people: (sorts[at] ?? 0) + publics, publics };
  };
  return { byCompany: counts.subarray(-GONE), countsOf };
}

function sumOf(a: Counts, b: Counts, by = 1): Counts {
  return { people: a.people + by * b.people, publics: a.publics + by * b.publics };
}
