import {
  Activity,
  Building2,
  Flag,
  Inbox,
  KeyRound,
  LogOut,
  Mail,
  ScrollText,
  ShieldCheck,
  SunMoon,
  Users,
} from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { Community } from "#features/community/schema.ts";
import { WaitingBadge } from "#features/community/parts/waiting-badge.tsx";
import { Brand } from "#features/page/parts/brand.tsx";
import { switchTheme, useTheme } from "#features/page/parts/theme-button.tsx";
import { useHydrated } from "#ui/client-only.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";
import { TABS, tabHref, type TabSlug } from "./tabs.ts";

const ICONS = {
  "": Building2,
  emails: Mail,
  suggestions: Inbox,
  reports: Flag,
  people: Users,
  codes: KeyRound,
  audit: ScrollText,
  overview: Activity,
  security: ShieldCheck,
} satisfies Record<TabSlug, unknown>;

/** The number of waiting items behind a tab; undefined for tabs without any. */
function waitingBehind(slug: TabSlug, waiting: Community["waiting"] | undefined): number | undefined {
  if (slug === "") return waiting?.companies;
  if (slug === "emails") return waiting?.mails;
  return slug === "suggestions" || slug === "reports" ? waiting?.[slug] : undefined;
}

/** From this width on the tabs are in a column. The same value as in admin.css. */
const WIDE = "(min-width: 1000px)";

/** The keys of a tablist (WAI-ARIA): arrows, Home and End only move the focus, because tabs load data. */
function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.closest("[role=tablist]")?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
  const isNext = event.key === "ArrowDown" || event.key === "ArrowRight";
  const isPrevious = event.key === "ArrowUp" || event.key === "ArrowLeft";
  if (event.key === " ") tabs[at]?.click();
  else if (isNext) tabs[(at + 1) % tabs.length]?.focus();
  else if (isPrevious) tabs.at(at - 1)?.focus();
  else if (event.key === "Home") tabs[0]?.focus();
  else if (event.key === "End") tabs.at(-1)?.focus();
  else return;
  event.preventDefault();
}

async function logOut(): Promise<void> {
  // Do this also after a failure: the login page then shows whether the session still exists.
  await api.request("POST /api/admin/logout").catch(() => undefined);
  window.location.assign("/admin");
}

export function Dashboard(props: {
  current: TabSlug;
  email: string;
  /** The numbers of waiting items; undefined until they are loaded. */
  waiting: Community["waiting"] | undefined;
  children: ReactNode;
}): ReactNode {
  const isLive = useHydrated();
  const isWide = useMediaQuery(WIDE, false);
  const theme = useTheme();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On small screens the tabs scroll: bring the open one into view.
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
    // The numbers of waiting items make tabs wider.
  }, [props.current, props.waiting]);
  return (
    <div className="adm">
      <div className="adm__s">
        <Brand />
        <p className="adm__k small faint trunc" title={props.email}>
          Admin<span className="adm__mail"> · {props.email}</span>
        </p>
        <div
          role="tablist"
          aria-label="Dashboard"
          aria-orientation={isWide ? "vertical" : "horizontal"}
          className="adm__tabs"
          ref={list}
        >
          {TABS.map(({ slug, name }) => {
            const TabIcon = ICONS[slug];
            const isOpen = slug === props.current;
            return (
              <a
                key={slug}
                role="tab"
                id={`tab-${slug || "companies"}`}
                href={tabHref(slug)}
                onKeyDown={moveAmongTabs}
                aria-selected={isOpen}
                {...(isOpen ? { "aria-controls": "tabpanel" } : {})}
                // Without script, Tab reaches each tab as an ordinary link.
                tabIndex={isLive && !isOpen ? -1 : 0}
              >
                <i aria-hidden="true" />
                <TabIcon className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
                {name}
                <WaitingBadge count={waitingBehind(slug, props.waiting)} />
              </a>
            );
          })}
        </div>
        <div className="adm__b">
          <button type="button" className="btn btn--g btn--44" onClick={switchTheme}>
            <SunMoon className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
            {`Theme: ${theme}`}
          </button>
          <button type="button" className="btn btn--g btn--44" onClick={() => void logOut()}>
            <LogOut className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
            Logout
          </button>
        </div>
      </div>
      <div
        className="adm__m"
        role="tabpanel"
        id="tabpanel"
        aria-labelledby={`tab-${props.current || "companies"}`}
        tabIndex={-1}
      >
        {props.children}
      </div>
    </div>
  );
}
