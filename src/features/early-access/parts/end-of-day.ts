/** The day it is here, `YYYY-MM-DD`. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

/** What a call says of a code's last day, which lasts to its end where the administrator is; nothing for "". */
export function endOf(lastDay: string): { expiresAt?: string } {
  return lastDay === "" ? {} : { expiresAt: new Date(`${lastDay}T23:59:59`).toISOString() };
}
