import { expect, it } from "vitest";
import { reasonIn } from "./server.ts";

it.each([
  [
    'LOG:  could not write to file "pg_wal/xlogtemp.7": No space left on device\nFATAL:  terminating connection\nLOG:  shutting down',
    'could not write to file "pg_wal/xlogtemp.7": No space left on device',
  ],
  [
    "FATAL:  the database system is starting up\nPANIC:  could not locate a valid checkpoint",
    "could not locate a valid checkpoint",
  ],
  ["FATAL:  data directory has wrong ownership\nLOG:  bye", "data directory has wrong ownership"],
])("the reason shown is the cause, not the first that ended something: %s", (text, reason) => {
  expect(reasonIn(text)).toBe(reason);
});
