import { vi } from "vitest";

/**
 * From here on `performance.now()` of this process is ahead by so many milliseconds: for an app in this process that
 * does something again after a pause. Its timers run as before. Call `vi.restoreAllMocks` after the app was stopped,
 * because for a running one the clock would go back.
 */
export function setAhead(milliseconds: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + milliseconds);
}
