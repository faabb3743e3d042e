import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { fetchScriptsLate } from "./late-scripts.ts";

const PAGE = `<head><link rel="modulepreload" href="/assets/a.js" nonce="x"/><link rel="modulepreload" nonce="x" href="/assets/b.js"/></head>
<p>import "no/script.js";</p>
<script nonce="x" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/a.js";
import * as route1 from "/assets/b.js";
  
  window.__reactRouterRouteModules = {"root":route0,"page":route1};

import("/assets/entry.js");</script>`;

it("fetches nothing before the first paint, then all at once, and runs it in the same order", () => {
  const late = fetchScriptsLate(PAGE);
  expect(late).not.toMatch(/<link rel="modulepreload"/);
  expect(late).toContain(`<p>import "no/script.js";</p>`);
  const script = late.slice(late.indexOf(`type="module" async="">`));
  const order = [
    "first-contentful-paint",
    `["/assets/a.js","/assets/b.js"]`,
    `const [, route0, route1] = await Promise.all([`,
    `import("/assets/manifest.js"), import("/assets/a.js"), import("/assets/b.js")]);`,
    "window.__reactRouterRouteModules",
    `import("/assets/entry.js");`,
  ].map((part) => script.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(script).not.toMatch(/^import ["*]/m);
});

it("leaves a page as it is whose start is not the one that is known", () => {
  for (const page of ["<p>No script</p>", PAGE.replace("async", "defer")]) expect(fetchScriptsLate(page)).toBe(page);
});

describe("the wait for the first paint", () => {
  const waiting = /await (new Promise\([\s\S]*?\n\}\));\n/.exec(fetchScriptsLate(PAGE))?.[1] ?? "";
  class Silent {
    observe(): void {}
  }
  class Reporting {
    constructor(callback: (list: { getEntriesByName: () => unknown[] }) => void) {
      setTimeout(() => callback({ getEntriesByName: () => [{}] }), 5);
    }
    observe(): void {}
  }
  class Refusing {
    observe(): void {
      throw new TypeError("no entryTypes");
    }
  }

  it.each([
    ["of a page that is painted", "visible", Reporting, 500],
    ["in a background tab", "hidden", Silent, 500],
    ["in a browser that tells nothing", "visible", undefined, 500],
    ["in a browser that refuses to tell", "visible", Refusing, 500],
    ["in a browser that never tells", "visible", Silent, 3_000],
  ])("ends %s", async (_where, visibilityState, Observer, most) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const run = runInNewContext(waiting, {
        document: { visibilityState },
        PerformanceObserver: Observer,
        setTimeout,
      }) as Promise<void>;
      const ended = vi.fn();
      void run.then(ended);
      await vi.advanceTimersByTimeAsync(most);
      expect(ended).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
