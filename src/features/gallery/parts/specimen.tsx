import type { ReactNode } from "react";

/** One component in its states. `name` is the component's own, by which the test asks for it. */
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
