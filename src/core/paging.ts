/** The page that an address asks for; what cannot be read is the first. */
export function readPageNumber(text: string | null): number {
  const asked = Number(text ?? "1");
  return Number.isSafeInteger(asked) && asked >= 1 ? asked : 1;
}

/** How many pages so many rows fill; an empty list has one. */
export function pagesFor(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** The page that is shown: the last one where somebody asks for one behind it. */
export function clampPage(asked: number, pages: number): number {
  return Math.min(Math.max(1, asked), pages);
}
