import type { FocusEvent, FormEvent, KeyboardEvent, MouseEvent } from "react";
import { announceLogOut } from "#core/display-copy.ts";
import { QuickSearchButton } from "#features/quick-search/parts/quick-search-button.tsx";
import { Avatar, lineClass } from "#features/drawing/parts/marks.tsx";
import { Icon } from "#ui/icon.tsx";
import { BrandMark } from "#features/page/parts/brand.tsx";
import { ThemeButton } from "#features/page/parts/theme-button.tsx";

export type HeaderViewer = { profileId: string; profileCreated: boolean; username: string; pfp: string };

const PLACES = [
  { href: "/", name: "About" },
  { href: "/search", name: "Search" },
  { href: "/discover", name: "Discover" },
  { href: "/paths", name: "Paths" },
] as const;

/** Pages that belong to an entry of the navigation, but whose addresses do not begin with its own. */
const BELONGS: Readonly<Record<string, RegExp>> = {
  "/search": /^\/(?:company\/|school\/|compare$)/,
  "/paths": /^\/title\//,
};

function currentOf(href: string, path: string): { "aria-current"?: "page" | "true" } {
  const isHere = href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
  if (isHere) return { "aria-current": "page" };
  return BELONGS[href]?.test(path) ? { "aria-current": "true" } : {};
}

/** Clears the stored copy of the user, which the next visitor of this browser must not see. */
async function logOut(event: FormEvent): Promise<void> {
  event.preventDefault();
  await fetch("/api/user/logout", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  }).catch(() => undefined);
  announceLogOut();
  location.assign("/");
}

/** A form, so that logout works without script. */
function LogoutForm({ className }: { className: string }) {
  return (
    <form method="post" action="/logout" onSubmit={(event) => void logOut(event)}>
      <button className={className} type="submit">
        Logout
      </button>
    </form>
  );
}

function editLabel(viewer: HeaderViewer): string {
  return viewer.profileCreated ? "Edit Profile" : "Create Profile";
}

/** Is the focus on the panel's last visible entry, and would Tab leave the panel? */
function isLeaving(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.key !== "Tab" || event.shiftKey) return false;
  const entries = [...event.currentTarget.querySelectorAll(".smenu__p :is(a, button)")];
  return entries.at(-1) === event.target;
}

/**
 * Closes the open panel after a tap on it, after Escape, or when Tab leaves it. The focus moves to the button, by which
 * screen readers say that the panel is closed.
 */
function closePanel(
  event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement> | FocusEvent<HTMLDetailsElement>,
): void {
  if ("key" in event && event.key !== "Escape" && !isLeaving(event)) return;
  const details = event.currentTarget.closest("details");
  if (!details?.open) return;
  if (event.type === "blur") {
    // No new target: the window lost the focus, or a click hit nothing focusable.
    const to = "relatedTarget" in event ? event.relatedTarget : null;
    if (to instanceof Node && !details.contains(to)) details.open = false;
    return;
  }
  details.open = false;
  if ("key" in event) event.preventDefault();
  details.querySelector("summary")?.focus();
}

function SmallMenu({ viewer, path }: { viewer: HeaderViewer | undefined; path: string }) {
  return (
    <details className="smenu" onKeyDown={closePanel} onBlur={closePanel}>
      <summary className="btn btn--g btn--icon btn--44" aria-label="Menu">
        <span className="smenu__open">
          <Icon name="menu" size={22} />
        </span>
        <span className="smenu__close">
          <Icon name="x" size={22} />
        </span>
      </summary>
      <div className="smenu__p" role="presentation" onClick={closePanel}>
        <nav className="smenu__n" aria-label="Small-screen menu">
          {PLACES.map((place) => (
            <a key={place.href} href={place.href} {...currentOf(place.href, path)}>
              {place.name}
            </a>
          ))}
        </nav>
        <div className="smenu__a">
          {viewer ? (
            <>
              <a className={`row smenu__me ${lineClass(viewer.profileId)}`} href={`/user/${viewer.profileId}`}>
                <Avatar pfp={viewer.pfp} size={40} />
                <span>
                  <span className="semi smenu__name">{viewer.username || "Your profile"}</span>
                  {viewer.username === "" ? null : <span className="small faint">Your profile</span>}
                </span>
              </a>
              <a className="btn btn--s btn--48" href="/edit">
                {editLabel(viewer)}
              </a>
              <a className="btn btn--s btn--48" href="/settings">
                Account settings
              </a>
              <LogoutForm className="btn btn--g btn--48 btn--wide" />
            </>
          ) : (
            <>
              <a className="btn btn--s btn--48" href="/login">
                Login
              </a>
              <a className="btn btn--s btn--48" href="/signup">
                Join
              </a>
            </>
          )}
        </div>
      </div>
    </details>
  );
}

/** Fixed at the top. Below 900 px the entries move into a panel that opens without script. */
export function Header({ viewer, path }: { viewer: HeaderViewer | undefined; path: string }) {
  return (
    <header className="hdr">
      <div className="wrap hdr__in">
        <a className="brand" href="/" aria-label="Pipelines, home">
          <BrandMark />
          <span>Pipelines</span>
        </a>
        <nav className="nav" aria-label="Main">
          {PLACES.map((place) => (
            <a key={place.href} href={place.href} {...currentOf(place.href, path)}>
              {place.name}
            </a>
          ))}
        </nav>
        <div className="hdr__r">
          <QuickSearchButton canEdit={viewer !== undefined} />
          <ThemeButton />
          {viewer ? (
            <div className="hdr__acct">
              <a className="btn btn--g btn--36" href="/edit" {...currentOf("/edit", path)}>
                {editLabel(viewer)}
              </a>
              <LogoutForm className="btn btn--g btn--36" />
              <a
                className="btn btn--g btn--icon btn--36"
                href="/settings"
                aria-label="Account settings"
                {...currentOf("/settings", path)}
              >
                <Icon name="settings" size={18} />
              </a>
              <a
                className={`hdr__me ${lineClass(viewer.profileId)}`}
                href={`/user/${viewer.profileId}`}
                aria-label="Your profile"
              >
                <Avatar pfp={viewer.pfp} size={32} />
              </a>
            </div>
          ) : (
            <div className="hdr__acct">
              <a className="btn btn--g btn--36" href="/login" {...currentOf("/login", path)}>
                Login
              </a>
              <a className="btn btn--s btn--36" href="/signup" {...currentOf("/signup", path)}>
                Join
              </a>
            </div>
          )}
          {/* A new place is a new panel: closed. */}
          <SmallMenu key={path} viewer={viewer} path={path} />
        </div>
      </div>
    </header>
  );
}
