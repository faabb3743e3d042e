import { useEffect, useLayoutEffect } from "react";
import { useRevalidator } from "react-router";
import { forgetUser, keepUser, onLogOut, type DisplayCopy } from "#core/display-copy.ts";

/**
 * Keeps `localStorage.user` in step with the session cookie: writes it while there is a session, removes it when there
 * is none. After a logout in another tab, reloads the page.
 */
export function DisplayCopyKeeper({ viewer }: { viewer: DisplayCopy | undefined }): null {
  const { revalidate } = useRevalidator();
  const { email, profileId, profileCreated, username } = viewer ?? {};

  // Before the effects of the page, which read the drafts that this may move.
  useLayoutEffect(() => {
    if (email === undefined || profileId === undefined) forgetUser();
    else keepUser({ email, profileId, profileCreated: profileCreated ?? false, username: username ?? "" });
  }, [email, profileId, profileCreated, username]);

  useEffect(() => onLogOut(() => void revalidate()), [revalidate]);
  return null;
}
