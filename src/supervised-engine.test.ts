import { expect, it } from "vitest";
import { openLog } from "#server/log.ts";
import { SupervisedEngine } from "./supervised-engine.server.ts";

it("tells that its process cannot be started, also where the system refuses at once, and can still end", async () => {
  // Such a name throws, as too little memory does.
  const engine = await SupervisedEngine.open({ databaseUrl: "", log: openLog("silent"), program: "a\0b" });
  await expect(engine.listening).rejects.toThrow("died at its start");
  await engine.end();
});
