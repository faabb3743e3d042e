import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";

/** A section's title, with its buttons beside it. */
export function Head({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="shr__h">
      <h2 className="h-sec">{title}</h2>
      {children}
    </div>
  );
}

export function Download({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <a className="btn btn--s btn--sm" href={href} download={name}>
      <Icon name="download" size={14} /> {children}
    </a>
  );
}
