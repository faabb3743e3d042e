/** `toLocaleString` makes a format for each number, which was a twentieth of the time of a page with figures. */
const FORMAT = new Intl.NumberFormat("en-US");

/** "1,234" */
export function numberText(value: number): string {
  return FORMAT.format(value);
}

/** "1 person", "1,234 people" */
export function peopleText(people: number): string {
  return `${numberText(people)} ${people === 1 ? "person" : "people"}`;
}
