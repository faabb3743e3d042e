import type { ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { Community } from "#features/community/schema.ts";
import { useLoaded } from "#ui/use-loaded.ts";

/**
 * Counts of waiting work, read once when the dashboard opens. An error is ignored, because the badge is not essential.
 */
export function useWaiting(): Community["waiting"] | undefined {
  return useLoaded((signal) => api.request("GET /api/admin/community", { signal })).known?.waiting;
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
