import { isPublicId } from "#core/ids.ts";
import { Mark } from "#ui/monogram.tsx";

/** The address of a school's page; undefined for a school we do not list. */
export function schoolHref(school: string): string | undefined {
  return isPublicId(school) ? `/school/${school}` : undefined;
}

/** A school's mark in a terminus, the square ring. With `href` a link named after the school, else decoration. */
export function SchoolLogo({
  name,
  logo,
  size,
  ring = "line",
  href,
}: {
  name: string;
  logo: string;
  size: "s" | "m" | "l" | "xl";
  ring?: "line" | "plain" | "ink";
  href?: string | undefined;
}) {
  const className = `st st--${size}${ring === "line" ? "" : ` st--${ring}`}`;
  const mark = <Mark name={name} logo={logo} />;
  return href === undefined ? (
    <span className={className} data-kind="school">
      {mark}
    </span>
  ) : (
    <a className={className} data-kind="school" href={href}>
      {mark}
      <span className="sr">{name}</span>
    </a>
  );
}
