import { describe, expect, it } from "vitest";
import { readFile, repositoryPaths, withoutComments } from "./source.ts";

function routedFiles(routes: string): string[] {
  return [...withoutComments(routes).matchAll(/["'](features\/[^"']+\.tsx)["']/g)].map((match) => `src/${match[1]}`);
}

/** Pages without a route, routes without a file, and files that two routes claim. */
function routeFaults(routes: string, paths: readonly string[]): string[] {
  const routed = routedFiles(routes);
  const pages = paths.filter((path) => /^src\/features\/[a-z-]+\/(?:[a-z-]+-)?page\.tsx$/.test(path));
  return [
    ...pages.filter((page) => !routed.includes(page)).map((page) => `${page} has no route`),
    ...routed.filter((file) => !paths.includes(file)).map((file) => `${file} is routed and not there`),
    ...routed.filter((file, index) => routed.indexOf(file) !== index).map((file) => `${file} is routed twice`),
  ];
}

const routes = readFile("src/routes.ts").text;
const paths = repositoryPaths();

describe("routes", () => {
  it("reach every page, and every route has its file", () => {
    expect(routedFiles(routes).length).toBeGreaterThan(5);
    expect(routeFaults(routes, paths)).toEqual([]);
  });

  it("planted: a page without a route is caught, a part that is called page is none", () => {
    const planted = ["src/features/x/page.tsx", "src/features/x/other-page.tsx", "src/features/x/parts/empty-page.tsx"];
    expect(routeFaults('index("features/x/page.tsx")', planted)).toEqual([
      "src/features/x/other-page.tsx has no route",
    ]);
  });

  it("planted: a route without a file is caught, one in a comment is none", () => {
    const planted = 'index("features/x/page.tsx"), // route("y", "features/other/page.tsx")';
    expect(routeFaults(planted, [])).toEqual(["src/features/x/page.tsx is routed and not there"]);
    expect(routeFaults(`${planted}\n${planted}`, ["src/features/x/page.tsx"])).toEqual([
      "src/features/x/page.tsx is routed twice",
    ]);
  });
});
