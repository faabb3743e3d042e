import { useEffect, useState } from "react";
import { useLocation, useNavigation, type Location } from "react-router";
import { useFailures } from "./connection.ts";

/** So long a move may take before anything is shown of it, in milliseconds. */
const MOMENT = 150;

/**
 * What a move inside the site is on its way to, once it has taken longer than
 * a moment: more of the same page (`list`), or another one. Nothing while it
 * waits for a connection.
 */
export function useGoing(): "list" | "page" | undefined {
  const { location: to } = useNavigation();
  const { pathname } = useLocation();
  const hasFailed = useFailures() > 0;
  const [late, setLate] = useState<Location>();
  useEffect(() => {
    if (to === undefined) return;
    const timer = setTimeout(() => setLate(to), MOMENT);
    return () => clearTimeout(timer);
  }, [to]);
  if (to === undefined || late !== to || hasFailed) return undefined;
  return to.pathname === pathname ? "list" : "page";
}
