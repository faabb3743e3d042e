import type { ReactNode } from "react";

/** A component in its states. The gallery's test searches for its `name`. */
export function Specimen(props: { name: string; note?: string; children: ReactNode }): ReactNode {
  return (
    <section className="gal__s" data-specimen={props.name}>
      <h2 className="gal__n">
        {props.name}
        {props.note === undefined ? null : <span className="small dim"> {props.note}</span>}
      </h2>
      <div className="gal__b">{props.children}</div>
    </section>
  );
}

/** One state of a component, with its name above it. */
export function State(props: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="gal__state">
      <p className="small dim">{props.name}</p>
      {props.children}
    </div>
  );
}

/** States of a component, each as wide as the page. */
export function States({ of }: { of: Readonly<Record<string, ReactNode>> }): ReactNode {
  return Object.entries(of).map(([name, drawn]) => (
    <div className="gal__wide" key={name}>
      <State name={name}>{drawn}</State>
    </div>
  ));
}
