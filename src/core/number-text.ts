/** `toLocaleString` makes a format for each number, which was a twentieth of the time of a page with figures. */
const FORMAT = new Intl.NumberFormat("en-US");

/** "1,234" */
export function numberText(value: number): string {
  return FORMAT.format(value);
}

const BRIEF = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 2 });

/** "950", "1.2K", "120K": for narrow places, if the exact number is told elsewhere. */
export function briefText(value: number): string {
  return value < 1_000 ? numberText(value) : BRIEF.format(value);
}

/** "1 stop", "1,234 stops" */
export function amountText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** "2 years", "18 months" */
export function lengthWords(months: number): string {
  return months % 12 === 0 ? amountText(months / 12, "year") : amountText(months, "month");
}

/** "1 person", "1,234 people" */
export function peopleText(people: number): string {
  return amountText(people, "person", "people");
}

/** "41%"; "under 1%" and "over 99%" where some are not nobody, and not everybody. */
export function percentText(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return "under 1%";
  return whole === 100 && share < 1 ? "over 99%" : `${whole}%`;
}
