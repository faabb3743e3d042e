import type { ReactNode } from "react";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const MINUTE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/**
 * An instant in the reader's time zone. Use it only for what is rendered in the browser, because the server does not
 * know the time zone.
 * @param props.at UTC, `2026-11-15T12:00:00.000Z`
 */
export function DateTime(props: { at: string; isDay?: boolean }): ReactNode {
  return <time dateTime={props.at}>{(props.isDay ? DAY : MINUTE).format(new Date(props.at))}</time>;
}
