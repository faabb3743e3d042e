import { readFileSync } from "node:fs";

/** Text in backquotes is a command where it begins with one of these programs. */
const PROGRAMS = "npm|npx|node|pipelines|docker|promtool|systemctl|journalctl|nginx|caddy|certbot|sh|git";

/** The commands of a page for operators: its code blocks, and inline code that is a command. */
export function recipesIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text.trim());
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, "");
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text.replace(/\s+/g, " "));
  const commands = spans.filter((text) => new RegExp(`^(?:${PROGRAMS}) `).test(text));
  return [...new Set([...blocks, ...commands])];
}

/** The test that executes a recipe, if tests/http/recipes.test.ts does not. */
export type Proof = { file: string; test: string };

/**
 * Finds recipes that no test executes, recipes with the same first line, and proofs of recipes or tests that do not
 * exist.
 * @param executed the first line of each recipe that the caller executes
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
