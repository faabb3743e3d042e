import { readFileSync } from "node:fs";

/** Text in backquotes is a command where it begins with one of these programs. */
const PROGRAMS = "npm|npx|node|pipelines|docker|promtool|systemctl|journalctl|nginx|caddy|certbot|sh|git";

/** Commands of a page for operators: each block, and what stands in the text as a command. */
export function recipesIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text.trim());
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, "");
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text.replace(/\s+/g, " "));
  const commands = spans.filter((text) => new RegExp(`^(?:${PROGRAMS}) `).test(text));
  return [...new Set([...blocks, ...commands])];
}

/** Where a recipe is executed if not in the test of recipes itself. */
export type Proof = { file: string; test: string };

/**
 * Recipes that nobody executes, those that begin as another does, and proofs that are none: of a recipe that is gone, or
 * by a test that is not there.
 * @param executed the first line of each that the caller executes
 */
export function unproven(
  recipes: readonly string[],
  executed: readonly string[],
  named: Readonly<Record<string, Proof>>,
  read: (file: string) => string = (file) => readFileSync(file, "utf8"),
): string[] {
  const first = (recipe: string): string => recipe.split("\n")[0] ?? "";
  const known = new Set(recipes.map(first));
  const hasTest = ({ file, test }: Proof): boolean => read(file).includes(`"${test}"`);
  return [
    ...recipes.filter((recipe, n) => {
      const proof = named[first(recipe)];
      const isSecond = recipes.findIndex((other) => first(other) === first(recipe)) !== n;
      return isSecond || (!executed.includes(first(recipe)) && (proof === undefined || !hasTest(proof)));
    }),
    ...[...executed, ...Object.keys(named)].filter((line) => !known.has(line)),
  ];
}
