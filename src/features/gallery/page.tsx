import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useHydrated } from "#ui/client-only.tsx";
import "#features/admin/parts/admin.css";
import "#features/admin/parts/lists.css";
import "#features/admin/parts/tabs.css";
import "#features/company-admin/parts/companies-tab.css";
import "#features/editor/parts/levels.css";
import "#features/mail/parts/mails.css";
import "./parts/gallery.css";
import { Charts } from "./parts/charts.tsx";
import { DashboardParts } from "./parts/dashboard.tsx";
import { Fields } from "./parts/fields.tsx";
import { Figures } from "./parts/figures.tsx";
import { Frame } from "./parts/frame.tsx";
import { Lines } from "./parts/lines.tsx";
import { Lists } from "./parts/lists.tsx";
import { Marks } from "./parts/marks.tsx";
import { Messages } from "./parts/messages.tsx";
import { Persons } from "./parts/persons.tsx";
import { Pickers } from "./parts/pickers.tsx";
import { Ratings } from "./parts/ratings.tsx";
import { Reviews } from "./parts/reviews.tsx";
import { Routes } from "./parts/routes.tsx";
import { Searches } from "./parts/searches.tsx";
import { Touched } from "./parts/touched.tsx";

const GROUPS = [
  ["lines", Lines],
  ["people", Persons],
  ["marks", Marks],
  ["ratings", Ratings],
  ["fields", Fields],
  ["pickers", Pickers],
  ["messages", Messages],
  ["lists", Lists],
  ["touched", Touched],
  ["frame", Frame],
  ["charts", Charts],
  ["figures", Figures],
  ["routes", Routes],
  ["reviews", Reviews],
  ["searches", Searches],
  ["dashboard", DashboardParts],
] as const;

export function meta() {
  return [{ title: "Gallery – Pipelines" }];
}

/**
 * For developers: what several pages are made of, in every state, and parts of single pages with extreme data.
 * `?group=fields` shows one group. It exists only in development, not in builds (routes.ts).
 */
export default function GalleryPage(): ReactNode {
  const group = useSearchParams()[0].get("group");
  return (
    <div className="wrap gal" data-live={useHydrated()}>
      <h1 className="h-page">Gallery</h1>
      {GROUPS.filter(([name]) => group === null || group === name).map(([name, Group]) => (
        <div key={name} data-group={name}>
          <Group />
        </div>
      ))}
    </div>
  );
}
