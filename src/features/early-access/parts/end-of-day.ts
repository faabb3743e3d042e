/** Today in the browser's time zone, `YYYY-MM-DD`. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

/** The end of a day in the administrator's time zone, as the call expects it. Nothing for "". */
export function endOf(lastDay: string): { expiresAt?: string } {
  return lastDay === "" ? {} : { expiresAt: new Date(`${lastDay}T23:59:59`).toISOString() };
}
