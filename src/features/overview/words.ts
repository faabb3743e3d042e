import { numberText } from "#core/number-text.ts";

const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** "1.4 GB": three digits are enough to see whether something grows. */
export function sizeWords(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < UNITS.length - 1) [value, unit] = [value / 1_000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** "12 s", "8 min", "3 h", "2 days". */
export function ageWords(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 6_000) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/**
 * The state of the e-mails. Without a mail server all of them stay in the mail queue, and none of them waits to be
 * sent: "0 waiting" beside a full queue would be read as an empty one.
 */
export function mailWords(mail: { hasServer: boolean; waiting: number; dead: number }): string {
  const dead = `${numberText(mail.dead)} not sent`;
  if (mail.hasServer) return `${numberText(mail.waiting)} waiting, ${dead}`;
  return `No mail server is set, so e-mails stay in the mail queue${mail.dead === 0 ? "" : `; ${dead}`}`;
}
