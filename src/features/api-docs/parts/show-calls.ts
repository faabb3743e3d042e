/** Shows only these calls, and the groups that have one; everything, with the schemas, where `ids` is undefined. */
export function showCalls(page: Element, ids: readonly string[] | undefined): void {
  const shown = ids && new Set(ids);
  for (const group of page.querySelectorAll<HTMLElement>("section.apigroup")) {
    const calls = [...group.querySelectorAll<HTMLElement>(".apicall")];
    for (const call of calls) call.hidden = shown !== undefined && !shown.has(call.id);
    group.hidden = calls.every(({ hidden }) => hidden);
  }
}
