import { describe, expect, it } from "vitest";
import { Admission, queueOf, type QueueName } from "./admission.ts";

/** Waits as many turns of the event loop as lie between two starts. */
async function turn(): Promise<void> {
  for (let n = 0; n < 2; n += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Seen = { started: string[]; refused: string[]; gone: Set<string> };

/** Everybody waits ten times as long as in the product, so that a pause of the machine refuses nobody. */
function open(factor = 10): { admission: Admission; seen: Seen; ask: (line: QueueName, name: string) => void } {
  const admission = new Admission(factor);
  const seen: Seen = { started: [], refused: [], gone: new Set() };
  return {
    admission,
    seen,
    ask: (line, name) =>
      admission.enter(line, {
        isGone: () => seen.gone.has(name),
        start: () => seen.started.push(name),
        refuse: () => seen.refused.push(name),
      }),
  };
}

describe("the line of a request", () => {
  it.each([
    ["GET", "/", "reads"],
    ["GET", "/api/company/get/x", "reads"],
    ["GET", "/api/company/get/companies/x", "lookups"],
    ["GET", "/search?q=alpha", "lookups"],
    ["GET", "/search?stop=company:5f0123456789abcdef012345", "reads"],
    ["GET", "/assets/a.js?q=alpha", "files"],
    ["GET", "/admin/dashboard?q=alpha", "admin"],
    ["GET", "/admin", "admin"],
    ["POST", "/api/admin/people/x/suspend", "admin"],
    ["PATCH", "/api/profile/x", "saves"],
    ["POST", "/edit", "saves"],
    ["POST", "/api/user/login", "signIn"],
    ["POST", "/api/admin/login", "signIn"],
    ["PATCH", "/api/pfp/x", "uploads"],
  ])("%s %s is of %s", (method, path, line) => {
    expect(queueOf(method, path)).toBe(line);
  });
});

describe("admission", () => {
  it("lets so many in at once and the next when one leaves, whose turn it is", async () => {
    const { admission, seen, ask } = open();
    for (let n = 0; n < 12; n += 1) ask("admin", `s${n}`);
    for (let n = 0; n < 20; n += 1) await turn();
    expect(seen.started).toHaveLength(8);
    admission.leave("admin");
    await turn();
    expect(seen.started.at(-1)).toBe("s8");
    expect(seen.refused).toEqual([]);
  });

  it("begins one a turn of the event loop, administrators first, and saves though reads came before them", async () => {
    const { seen, ask } = open();
    for (let n = 0; n < 20; n += 1) ask("reads", `r${n}`);
    for (let n = 0; n < 8; n += 1) ask("saves", `s${n}`);
    for (let n = 0; n < 6; n += 1) ask("admin", `a${n}`);
    const before = seen.started.length;
    await turn();
    expect(seen.started.length - before).toBeLessThanOrEqual(1);
    for (let n = 0; n < 6; n += 1) await turn();
    const next = seen.started.slice(before, before + 6).map((name) => name.charAt(0));
    expect(next.slice(0, 2)).toEqual(["a", "a"]);
    expect(next.slice(2)).toContain("s");
    expect(next.slice(2)).toContain("r");
  });

  it("begins no work while connections come in, but for one at times", async () => {
    const { admission, seen, ask } = open();
    for (let n = 0; n < 40; n += 1) ask("reads", `r${n}`);
    const begun = async (turns: number, isKnocked: boolean): Promise<number> => {
      const before = seen.started.length;
      for (let n = 0; n < turns; n += 1) {
        if (isKnocked) admission.noteConnection();
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      return seen.started.length - before;
    };
    const amongConnections = await begun(60, true);
    expect(amongConnections).toBeGreaterThanOrEqual(5);
    expect(amongConnections).toBeLessThanOrEqual(14);
    expect(await begun(60, false)).toBeGreaterThan(amongConnections * 1.5);
  });

  it("begins nothing for somebody who has left", async () => {
    const { admission, seen, ask } = open();
    for (let n = 0; n < 11; n += 1) ask("admin", `s${n}`);
    for (let n = 0; n < 20; n += 1) await turn();
    seen.gone.add("s8");
    seen.gone.add("s9");
    admission.leave("admin");
    for (let n = 0; n < 5; n += 1) await turn();
    expect(seen.started.at(-1)).toBe("s10");
    expect(seen.started).not.toContain("s8");
    expect(seen.refused).toEqual([]);
  });

  // These two mostly wait, so they do it together.
  it.concurrent("refuses whoever has waited too long, and does not keep them for the turn that comes later", async () => {
    const { admission, seen, ask } = open();
    for (let n = 0; n < 9; n += 1) ask("admin", `s${n}`);
    for (let n = 0; n < 20; n += 1) await turn();
    await expect.poll(() => seen.refused, { timeout: 20_000 }).toEqual(["s8"]);
    admission.leave("admin");
    await turn();
    expect(seen.started).not.toContain("s8");
  });

  it.concurrent("refuses at once who would have to wait too long, by the pace at which the line moves", async () => {
    const { admission, seen, ask } = open();
    for (let n = 0; n < 32; n += 1) ask("reads", `r${n}`);
    for (let n = 0; n < 40; n += 1) await turn();
    // One request ends every 20 ms, and at least one always waits.
    for (let n = 0; n < 40; n += 1) {
      ask("reads", `w${n}`);
      await sleep(20);
      admission.leave("reads");
      await turn();
    }
    const before = seen.refused.length;
    for (let n = 0; n < 200; n += 1) ask("reads", `x${n}`);
    const refused = seen.refused.length - before;
    expect(refused).toBeGreaterThan(100);
    expect(refused).toBeLessThan(200);
  });
});
