import { describe, expect, it } from "vitest";
import { findTroubles } from "./rules.ts";
import type { InstallationState } from "./schema.ts";

const now = new Date("2026-11-15T12:00:00Z");
const ago = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString();

const WELL: InstallationState = {
  version: "0.1.0",
  database: { kind: "embedded", version: "18.4", bytes: 1, skew: 0, lag: null },
  disk: { free: 50, size: 100, full: false },
  backup: { hours: 24, lastMade: ago(20), bytes: 1, failure: "" },
  batch: { minutes: 60, lastDone: ago(1) },
  mail: { hasServer: true, waiting: 1, oldest: 3, dead: 0 },
  jobs: [{ name: "mail", waiting: 1, active: 0, dead: 0, oldest: 3, lastDone: ago(1) }],
  earlyAccess: false,
  since: ago(1000),
};
const troubles = (change: Partial<InstallationState>): string[] =>
  findTroubles({ ...WELL, ...change }, now).map(({ what }) => what);

describe("troubles of an installation", () => {
  it("are none where all is well", () => expect(troubles({})).toEqual([]));

  it.each<[string, Partial<InstallationState>, string]>([
    ["a disk at 85 percent", { disk: { free: 14, size: 100, full: false } }, "The disk is 86 % full."],
    ["a disk at 95 percent", { disk: { free: 4, size: 100, full: false } }, "The disk is 96 % full."],
    [
      "a disk full",
      { disk: { free: 1, size: 100, full: true } },
      "The disk is full: nothing can be saved, and jobs wait.",
    ],
    [
      "a database that says its disk is full",
      { disk: { free: 50, size: 100, full: true } },
      "The disk is full: nothing can be saved, and jobs wait.",
    ],
    ["a backup that failed", { backup: { ...WELL.backup, failure: "no room" } }, "The last backup failed: no room"],
    [
      "a backup that is late",
      { backup: { ...WELL.backup, lastMade: ago(60) } },
      "The last backup is older than it should be.",
    ],
    ["no backup yet", { backup: { ...WELL.backup, lastMade: "" } }, "There is no backup yet."],
    ["no schedule and no backup", { backup: { ...WELL.backup, hours: 0, lastMade: "" } }, "There is no backup."],
    [
      "no schedule and an old one",
      { backup: { ...WELL.backup, hours: 0, lastMade: ago(200) } },
      "The last backup is older than a week.",
    ],
    [
      "a batch that is late",
      { batch: { minutes: 60, lastDone: ago(4) } },
      "Numbers about hidden people were not published in time.",
    ],
    [
      "a batch that never was",
      { batch: { minutes: 60, lastDone: "" } },
      "Numbers about hidden people were not published in time.",
    ],
    [
      "a stuck job",
      { jobs: [{ name: "mail", waiting: 3, active: 0, dead: 0, oldest: 2_000, lastDone: "" }] },
      "3 jobs of the kind mail wait for more than half an hour.",
    ],
    [
      "mails that wait",
      { mail: { ...WELL.mail, waiting: 4, oldest: 2_000 } },
      "4 e-mails wait for more than half an hour.",
    ],
    ["dead mails", { mail: { ...WELL.mail, dead: 2 } }, "2 e-mails could not be sent in the last 30 days."],
    [
      "clocks apart",
      { database: { ...WELL.database, skew: -45 } },
      "The clocks of the database and of this machine differ by 45 seconds.",
    ],
    ["a standby behind", { database: { ...WELL.database, lag: 90 } }, "The standby is 90 seconds behind."],
  ])("name %s, and say what to do", (_what, change, sentence) => {
    expect(troubles(change)).toEqual([sentence]);
    expect(findTroubles({ ...WELL, ...change }, now)[0]?.todo).not.toBe("");
  });

  it("do not miss a batch where no app has run yet", () =>
    expect(troubles({ jobs: [], batch: { minutes: 60, lastDone: "" } })).toEqual([]));

  it("are none where an app runs since a moment ago, and has made neither backup nor batch", () => {
    const young = { backup: { ...WELL.backup, lastMade: "" }, batch: { minutes: 60, lastDone: "" }, since: ago(0.1) };
    expect(troubles(young)).toEqual([]);
    expect(troubles({ ...young, since: ago(4) })).toEqual(["Numbers about hidden people were not published in time."]);
  });

  it("do not count e-mails that nobody is meant to send", () =>
    expect(troubles({ mail: { hasServer: false, waiting: 9, oldest: 9_000, dead: 0 } })).toEqual([]));
});
