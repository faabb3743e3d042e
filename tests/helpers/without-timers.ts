import { vi } from "vitest";

/**
 * From here on timers stand still, until `vi.useRealTimers`. A process that has waited half a second for the counters of
 * limits counts alone, which happens on a busy machine.
 */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

/** Runs this while timers stand still. */
export async function withoutTimers<T>(work: () => Promise<T>): Promise<T> {
  stopTimers();
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
