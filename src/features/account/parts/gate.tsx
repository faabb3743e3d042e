import type { ReactNode } from "react";
import { Brand } from "#features/site/parts/brand.tsx";

/** A card on a track: `through` for a stop on a line, `start` for its first. */
export function Gate(props: {
  kind: "through" | "start";
  title: string;
  lead: string;
  children: ReactNode;
  foot: ReactNode;
}): ReactNode {
  return (
    <div className={`gate gate--${props.kind}`}>
      <div className="gate__card panel">
        <i className="gate__t gate__t--a" aria-hidden="true" />
        <i className="gate__t gate__t--b" aria-hidden="true" />
        {/* Seen where there is no header, see page-soon.css. */}
        <div className="gate__brand">
          <Brand />
        </div>
        <h1 className="h-page">{props.title}</h1>
        <p className="dim gate__lead">{props.lead}</p>
        {props.children}
      </div>
      <p className="gate__foot ui dim">{props.foot}</p>
    </div>
  );
}
