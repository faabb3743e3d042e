import { expect, test } from "vitest";
import { countProcesses } from "./process-count.ts";

const GB = 1024 ** 3;

test.each([
  [{ cores: 1, memory: 64 * GB }, 1],
  [{ cores: 2, memory: 8 * GB }, 2],
  [{ cores: 16, memory: 64 * GB }, 4],
  [{ cores: 4, memory: 2 * GB }, 2],
  [{ cores: 4, memory: 1 * GB }, 1],
  [{ cores: 4, memory: GB / 2 }, 1],
])("%o gives %i", (machine, processes) => expect(countProcesses(machine)).toBe(processes));
