/** The address of the square mark drawn from a school's name. */
export function schoolMark(name: string): string {
  return `/monogram/school/${encodeURIComponent(name)}.svg`;
}
