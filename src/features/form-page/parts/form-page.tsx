import type { ReactNode } from "react";
import { Brand } from "#features/page/parts/brand.tsx";

/** A card on a track. */
export function FormPage(props: {
  /** The first stop of a line: no track comes before it. */
  isStart?: boolean | undefined;
  title: string;
  lead: string;
  children: ReactNode;
  foot: ReactNode;
}): ReactNode {
  return (
    <div className={`form-page${props.isStart ? " form-page--start" : ""}`}>
      <div className="form-page__card panel">
        <i className="form-page__t form-page__t--a" aria-hidden="true" />
        <i className="form-page__t form-page__t--b" aria-hidden="true" />
        {/* Seen where there is no header, see coming-soon.css. */}
        <div className="form-page__brand">
          <Brand />
        </div>
        <h1 className="h-page">{props.title}</h1>
        <p className="dim form-page__lead">{props.lead}</p>
        {props.children}
      </div>
      <p className="form-page__foot ui dim">{props.foot}</p>
    </div>
  );
}
