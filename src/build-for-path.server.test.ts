import fc from "fast-check";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { buildForPath } from "./build-for-path.server.ts";

const PATHS = [
  "search",
  "search/choices",
  "company/*",
  "title/:slug",
  "admin",
  "admin/dashboard/:tab?",
  "s/:id",
  ":any/last",
  "*",
];

const PIECES =
  "/ search choices company Company c%6Fmpany title admin dashboard s last x .data _ inside %2F searching -".split(" ");

const routes = Object.fromEntries(
  [
    { id: "root", path: "" },
    { id: "home", parentId: "root", index: true },
    ...PATHS.map((path) => ({ id: path, parentId: "root", path })),
    { id: "inside", parentId: "company/*", path: "inside" },
  ].map((route) => [route.id, { ...route, module: {} }]),
);
const BUILD = { routes, assets: { routes } } as unknown as ServerBuild;

function treeOf(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (route === undefined || route.parentId !== parentId) return [];
    const { id, path } = route;
    return [route.index === true ? { id, index: true } : { id, path: path ?? "", children: treeOf(build, id) }];
  });
}

function found(build: ServerBuild, pathname: string) {
  // As React Router reads a request for a page's data.
  const matches = matchRoutes(treeOf(build), pathname.replace(/_?\.data$/, "") || "/");
  return matches?.map(({ route, params }) => [route.id, params]);
}

test("hands over the routes that begin like the path, and those that begin with anything", () => {
  const small = buildForPath(BUILD)("/title/senior");
  expect(Object.keys(small.routes)).toEqual(["root", "title/:slug", ":any/last", "*", "inside"]);
  expect(Object.keys(small.assets.routes)).toEqual(Object.keys(small.routes));
});

test("gives the same object to paths that begin alike, so that what is made of it can be kept", () => {
  const buildFor = buildForPath(BUILD);
  expect(buildFor("/company/a")).toBe(buildFor("/company/b"));
  expect(buildFor("/search.data")).toBe(buildFor("/search"));
  expect(buildFor("/admin")).not.toBe(buildFor("/search"));
});

test.each(["/", "//", "/unknown/x", "/Company/x", "/c%6Fmpany/x", "/_.data", "/.data"])(
  "hands over all for %s",
  (path) => expect(buildForPath(BUILD)(path)).toBe(BUILD),
);

test("never changes which route a path finds", () => {
  const piece = fc.constantFrom(...PIECES);
  const buildFor = buildForPath(BUILD);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = `/${pieces.join("")}`;
      expect(found(buildFor(path), path)).toEqual(found(BUILD, path));
    }),
    { numRuns: tries({ all: 3_000, some: 1_000 }) },
  );
});
