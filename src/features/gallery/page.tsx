import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useHydrated } from "#ui/client-only.tsx";
import "#features/editor/parts/levels.css";
import "#features/company-admin/parts/companies-tab.css";
import "#features/company-admin/parts/company-form.css";
import "#features/admin/parts/lists.css";
import "#features/mail/parts/mails.css";
import "#features/admin/parts/tabs.css";
import "#features/admin/parts/admin.css";
import "#features/admin/parts/first-steps.css";
import "./parts/gallery.css";
import "#features/report/parts/report.css";
import { Charts } from "./parts/charts.tsx";
import { DashboardParts } from "./parts/dashboard.tsx";
import { Entrances } from "./parts/entrances.tsx";
import { Fields } from "./parts/fields.tsx";
import { Figures } from "./parts/figures.tsx";
import { Frame } from "./parts/frame.tsx";
import { Imports } from "./parts/imports.tsx";
import { Lines } from "./parts/lines.tsx";
import { Lists } from "./parts/lists.tsx";
import { Marks } from "./parts/marks.tsx";
import { Messages } from "./parts/messages.tsx";
import { Persons } from "./parts/persons.tsx";
import { Pickers } from "./parts/pickers.tsx";
import { Ratings } from "./parts/ratings.tsx";
import { Routes } from "./parts/routes.tsx";
import { Reports } from "./parts/reports.tsx";
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
  ["imports", Imports],
  ["touched", Touched],
  ["reports", Reports],
  ["searches", Searches],
  ["entrances", Entrances],
  ["frame", Frame],
  ["charts", Charts],
  ["figures", Figures],
  ["routes", Routes],
  ["dashboard", DashboardParts],
] as const;

export function meta() {
  return [{ title: "Gallery – Pipelines" }];
}

/**
 * Shows every component in every state, for developers. `?group=fields` shows one group. It exists only in development,
 * not in builds (routes.ts).
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
