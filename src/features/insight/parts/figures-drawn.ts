import { createElement, type ReactNode } from "react";
import type {
  CompanyInsights as CompanyRead,
  InsightKind,
  SchoolInsights as SchoolRead,
} from "#features/path/pure/types.ts";
import type { ShownAnswers } from "#features/stats/pure/answers.ts";
import { CompanyInsights } from "./company-insights.tsx";
import { companyInsightsView } from "./company-view.ts";
import type { Hub } from "./flow-view.ts";
import { SchoolInsights } from "./school-insights.tsx";
import { schoolInsightsView } from "./school-view.ts";

// Lays out and draws the figures in one step on the server, so that the stored page needs neither code.

type Logos = Record<string, string>;

export function CompanyFiguresDrawn(props: {
  hub: Hub;
  kind: InsightKind;
  insights: CompanyRead;
  answers: ShownAnswers;
  logos: Logos;
}): ReactNode {
  const view = companyInsightsView(props.hub, props.kind, { ...props.insights, ...props.answers }, props.logos);
  return createElement(CompanyInsights, { view });
}

export function SchoolFiguresDrawn(props: { hub: Hub; insights: SchoolRead; logos: Logos }): ReactNode {
  const view = schoolInsightsView(props.hub, props.insights, props.logos);
  return createElement(SchoolInsights, { view, name: props.hub.name });
}
