import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "#app/api.server.ts";
import { createApp } from "#app/app.server.ts";
import { CLIENT_FOLDER } from "#app/render.server.ts";
import pages from "#app/routes.ts";
import { readOperations } from "#tests/helpers/fuzz-requests.ts";
import { checkAnswer } from "#tests/helpers/openapi.ts";
import { buildHouse, leaveHouse, Stage, type House } from "#tests/helpers/stage.ts";
import { THINGS } from "#tests/helpers/stage-things.ts";
import { CALLERS, ROUTES, RULES, type Caller, type Outcome, type Row } from "./authorisation.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({ pages: true });
});
afterAll(() => leaveHouse(house));

const isCaller = (name: string): name is Caller => name in CALLERS;
const callers = Object.keys(CALLERS).filter(isCaller);

/** Routes of the plumbing that are no address of their own. */
const CATCH_ALLS = new Set(["GET /link-pictures/*", "GET /*", "HEAD /*", "GET *", "HEAD *"]);

/** `:id`, `:file{pattern}` and `{id}` as one form. */
const asPattern = (path: string): string => path.replace(/:([A-Za-z]+)(?:\{[^}]*\})?\??/g, "{$1}");

/** Every address there is: of the wiring and its doors, of the pages, of the document. */
function presentRoutes(): string[] {
  const app = createApp(house.open.services, async () => new Response(), CLIENT_FOLDER);
  const served = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${asPattern(path)}`)
    .filter((route) => !CATCH_ALLS.has(route));
  const shown = pages.map(({ path = "" }) => `GET /${asPattern(path)}`);
  return [...new Set([...served, ...shown])].toSorted();
}

/** Sentences about routes without a row and rows without a route. */
function tableFaults(routes: readonly string[], rows: readonly string[]): string[] {
  return [
    ...routes.filter((route) => !rows.includes(route)).map((route) => `${route} is in no row`),
    ...rows.filter((row) => !routes.includes(row)).map((row) => `${row} is a row without a route`),
  ];
}

describe("S15: the table of who may call what", () => {
  it("S15: has a row for every route, and no row without one", () => {
    expect(presentRoutes().length).toBeGreaterThan(60);
    const faults = tableFaults(presentRoutes(), Object.keys(ROUTES));
    expect(faults, faults.join("\n")).toEqual([]);
  });

  it("S15: every documented call is served", () => {
    const { operations } = readOperations(openApiDocument(house.open.services));
    const documented = operations.map(({ method, path }) => `${method} ${path}`);
    expect(documented.length).toBeGreaterThan(50);
    expect(documented.filter((route) => !presentRoutes().includes(route))).toEqual([]);
    // And every call that is served is documented, but for the document and its page.
    const own = presentRoutes().filter((route) => route.includes(" /api/") && !documented.includes(route));
    expect(own).toEqual(["GET /api/docs", "GET /api/openapi.json"]);
  });

  it("planted: a route without a row and a row without a route are caught", () => {
    const rows = Object.keys(ROUTES);
    expect(tableFaults([...presentRoutes(), "DELETE /api/planted/{id}"], rows)).toEqual([
      "DELETE /api/planted/{id} is in no row",
    ]);
    expect(tableFaults(presentRoutes(), [...rows, "GET /planted"])).toEqual(["GET /planted is a row without a route"]);
  });
});

type Seen = { status: number; code: string; location: string; text: string };

async function send(url: string, route: string, row: Row, stage: Stage, token: string | undefined): Promise<Seen> {
  const [method = "", pattern = ""] = route.split(" ");
  const path = await stage.fill(row.path ?? pattern);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let body: string | FormData | undefined;
  if (row.file === true) {
    body = new FormData();
    body.append("pfp", new Blob([house.picture], { type: "image/png" }), "a.png");
  } else if (row.body !== undefined) {
    headers["content-type"] = "application/json";
    body = await stage.fill(JSON.stringify(row.body));
  }
  const answer = await fetch(`${url}${path}`, { method, headers, redirect: "manual", ...(body ? { body } : {}) });
  const text = await answer.text();
  const contentType = answer.headers.get("content-type") ?? "";
  if (path.startsWith("/api/") && path !== "/api/openapi.json" && contentType.startsWith("application/json"))
    checkAnswer(method, path, { status: answer.status, contentType, text });
  const code: unknown = contentType.startsWith("application/json") ? JSON.parse(text)?.code : "";
  return {
    status: answer.status,
    code: typeof code === "string" ? code : "",
    location: answer.headers.get("location") ?? "",
    text,
  };
}

/** What an answer comes to; undefined when it is none of the outcomes. */
function outcomeOf({ status, code, location }: Seen, ok: number): Outcome | undefined {
  const isRedirect = status >= 300 && status < 400;
  if (code === "early-access" || (isRedirect && location.startsWith("/code"))) return "gate";
  if (isRedirect && location.startsWith("/login")) return "login";
  if (isRedirect && location === "/admin/dashboard") return "dashboard";
  if (status === ok) return "ok";
  if (status === 401 && code === "no-session") return "401";
  if (status === 403 && code !== "cross-site") return "403";
  if (status === 404) return "404";
  return undefined;
}

/** The calls of one cell: at the gate a visitor is turned away too. */
async function callAs(caller: Caller, route: string, row: Row): Promise<Seen[]> {
  const stage = new Stage(house, THINGS);
  const open = house.open.url;
  switch (caller) {
    case "visitor":
      return [await send(open, route, row, stage, undefined)];
    case "rightless":
      return [await send(open, route, row, stage, stage.rightless())];
    case "user":
      return [await send(open, route, row, stage, (await stage.owner()).token)];
    case "other":
      return [await send(open, route, row, stage, (await stage.person()).token)];
    case "suspended":
      // What the address names is made before its owner is suspended.
      await stage.fill(`${row.path ?? ""}${JSON.stringify(row.body ?? "")}`);
      await stage.suspendOwner();
      return [await send(open, route, row, stage, (await stage.owner()).token)];
    case "at the gate":
      return [
        await send(house.closed.url, route, row, stage, stage.rightless()),
        await send(house.closed.url, route, row, stage, (await stage.owner()).token),
      ];
    case "admin":
      return [await send(open, route, row, stage, await stage.adminToken())];
  }
}

describe.each(Object.entries(ROUTES))("S15: %s", (route, row) => {
  it(`S15: ${route} answers each of them as the table says (${row.rule})`, async () => {
    const expected: string[] = [];
    const actual: string[] = [];
    for (const caller of callers) {
      const wanted = row.but?.[caller] ?? RULES[row.rule][caller];
      expected.push(`${caller}: ${wanted}`);
      const outcomes = (await callAs(caller, route, row)).map(
        (one) => outcomeOf(one, row.ok ?? 200) ?? `${one.status} ${one.text.slice(0, 300)}`,
      );
      // At the gate both must be turned away alike.
      const odd = wanted === "gate" ? outcomes.find((one) => one !== wanted) : undefined;
      actual.push(`${caller}: ${odd ?? outcomes.at(-1)}`);
    }
    const wrong = actual.filter((one, n) => one !== expected[n]);
    expect(wrong, wrong.join("\n")).toEqual([]);
  });
});
