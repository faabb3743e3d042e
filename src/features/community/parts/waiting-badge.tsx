import { useEffect, useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { Community } from "#features/community/schema.ts";

/**
 * Counts of waiting work, read once when the dashboard opens. An error is ignored, because the badge is not essential.
 */
export function useWaiting(): Community["waiting"] | undefined {
  const [waiting, setWaiting] = useState<Community["waiting"]>();
  useEffect(() => {
    const controller = new AbortController();
    api
      .request("GET /api/admin/community", { signal: controller.signal })
      .then((answer) => setWaiting(answer.waiting))
      .catch(() => undefined);
    return () => controller.abort();
  }, []);
  return waiting;
}

/** The number of waiting items behind a tab; nothing for zero. */
export function WaitingBadge({ count }: { count: number | undefined }): ReactNode {
  if (count === undefined || count === 0) return null;
  return (
    <span className="adm__n">
      {count > 99 ? "99+" : count}
      <span className="sr"> waiting</span>
    </span>
  );
}
