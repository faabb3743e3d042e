import type { Look } from "#features/route/pure/look.ts";

type Named = Pick<Look, "name" | "sign">;

export function articleOf(name: string): "a" | "an" {
  return /^[aeiou]/i.test(name) ? "an" : "a";
}

/** The look of an open start. */
export const ANYWHERE = { ring: "f", sign: "stop", word: "", name: "", logo: "" } as const satisfies Look;
export const LINK = { between: "any", limit: null } as const;

/** The question in one sentence, without its pickers. */
export function questionText(from: Named | undefined, to: Named | undefined): string {
  if (to !== undefined && from === undefined && to.sign !== "mark")
    return `How do people become ${articleOf(to.name)} ${to.name}?`;
  return `How do people get from ${from?.name ?? "anywhere"} to ${to?.name ?? "somewhere"}?`;
}
