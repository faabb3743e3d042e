import { useEffect, useState } from "react";
import { useLocation, useNavigation, type Location } from "react-router";
import { useFailure } from "#ui/connection.ts";

/** A quick navigation shows no progress at all: it would only flicker. */
const QUIET_MS = 150;

/**
 * What a slow navigation loads: another part of this page (`list`), or another page. Undefined without a navigation, in
 * its first 150 ms, and while the connection is down, which has its own notice.
 */
export function useNavigationProgress(): "list" | "page" | undefined {
  const { location: to } = useNavigation();
  const { pathname } = useLocation();
  const hasFailed = useFailure() !== undefined;
  const [late, setLate] = useState<Location>();
  useEffect(() => {
    if (to === undefined) return;
    const timer = setTimeout(() => setLate(to), QUIET_MS);
    return () => clearTimeout(timer);
  }, [to]);
  if (to === undefined || late !== to || hasFailed) return undefined;
  return to.pathname === pathname ? "list" : "page";
}
