import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { forgetUser, keepUser, onLogOut, type DisplayCopy } from "#core/display-copy.ts";

/**
 * Keeps `localStorage.user` true to the session that the server knows: written for a cookie session, removed when there
 * is none. After a log-out in another tab the page is loaded anew, without the person.
 */
export function DisplayCopyKeeper({ viewer }: { viewer: DisplayCopy | undefined }): null {
  const { revalidate } = useRevalidator();
  const { email, profileId, profileCreated, username } = viewer ?? {};

  useEffect(() => {
    if (email === undefined || profileId === undefined) forgetUser();
    else keepUser({ email, profileId, profileCreated: profileCreated ?? false, username: username ?? "" });
  }, [email, profileId, profileCreated, username]);

  useEffect(() => onLogOut(() => void revalidate()), [revalidate]);
  return null;
}
