import { useEffect, useRef, useState } from "react";
import { api } from "#core/api-client.ts";
import type { BroadcastView } from "#features/mail/schema.ts";
import { isRunning } from "#features/mail/words.ts";
import { usePages, type Pages } from "#ui/use-pages.ts";

/** Milliseconds between two requests for the progress; longer after a failure. */
const PACE_MS = 1_200;
const PACE_FAILED_MS = 5_000;

/**
 * Broadcasts, newest first. While the page is visible, reads the progress of
 * running ones again and again.
 * @param onEnd called once for each broadcast that has ended meanwhile
 */
export function useBroadcasts(onEnd: (broadcast: BroadcastView) => void): {
  pages: Pages<BroadcastView>;
  /** The progress could not be loaded. */
  isLost: boolean;
  /** Adds a job that was just accepted. It may end before its progress is first loaded. */
  follow: (jobId: string) => void;
} {
  const pages = usePages<BroadcastView>("", async (cursor, signal) => {
    const { broadcasts, next } = await api.request("GET /api/email/broadcasts", { query: { cursor }, signal });
    return { items: broadcasts, next };
  });
  const [isLost, setLost] = useState(false);
  const [round, setRound] = useState(0);
  const hear = useRef({ onEnd, change: pages.change });
  useEffect(() => {
    hear.current = { onEnd, change: pages.change };
  });

  const followed = useRef(new Set<string>());
  useEffect(() => {
    for (const one of pages.items ?? []) {
      if (isRunning(one)) followed.current.add(one.jobId);
      else if (followed.current.delete(one.jobId)) hear.current.onEnd(one);
    }
  }, [pages.items]);

  const running = (pages.items ?? [])
    .filter(isRunning)
    .map(({ jobId }) => jobId)
    .join(" ");
  useEffect(() => {
    if (running === "") return;
    const controller = new AbortController();
    const look = async (): Promise<void> => {
      if (!document.hidden) {
        try {
          const found = await Promise.all(
            running
              .split(" ")
              .map((id) => api.request("GET /api/email/broadcasts/{id}", { path: { id }, signal: controller.signal })),
          );
          setLost(false);
          const byId = new Map(found.map((one) => [one.jobId, one]));
          hear.current.change((items) => items.map((item) => byId.get(item.jobId) ?? item));
        } catch {
          if (controller.signal.aborted) return;
          setLost(true);
        }
      }
      setRound((now) => now + 1);
    };
    const timer = setTimeout(() => void look(), isLost ? PACE_FAILED_MS : PACE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [running, round, isLost]);
  const follow = (jobId: string): void => {
    followed.current.add(jobId);
    pages.reload();
  };
  return { pages, isLost, follow };
}
