import { Mark } from "#ui/monogram.tsx";

export type StationSize = "s" | "m" | "l" | "xl";

/** data-kind of a ring: thin, bold, dotted. */
export type StationKind = "i" | "f" | "n";

/** The address of a company's page; undefined for a company that has none (deleted, undisclosed). */
export function companyHref(companyId: string): string | undefined {
  return companyId === "" ? undefined : `/company/${companyId}`;
}

/**
 * A company's logo in a station ring. With `href` the ring is a link named
 * after the company, else decoration beside the name; words of its own that it
 * is given are read out either way.
 */
export function CompanyLogo({
  name,
  logo,
  size,
  kind = "f",
  ring = "line",
  href,
  label,
}: {
  name: string;
  logo: string;
  size: StationSize;
  kind?: StationKind;
  /** `line` takes the person's colour, `plain` a hairline, `ink` the map's ink. */
  ring?: "line" | "plain" | "ink";
  href?: string | undefined;
  label?: string;
}) {
  const className = `st st--${size}${ring === "line" ? "" : ` st--${ring}`}`;
  const mark = <Mark name={name} logo={logo} />;
  return href === undefined ? (
    <span className={className} data-kind={kind}>
      {mark}
      {label === undefined ? null : <span className="sr">{label}</span>}
    </span>
  ) : (
    <a className={className} data-kind={kind} href={href}>
      {mark}
      <span className="sr">{label ?? name}</span>
    </a>
  );
}
