const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long somebody has to wait: "a moment", "17 minutes", "3 hours". Rounded up: who waits that long is not refused again. */
export function waitText(seconds: number): string {
  if (seconds <= MINUTE) return "a moment";
  const [amount, unit] = seconds <= HOUR ? [seconds / MINUTE, "minute"] : [seconds / HOUR, "hour"];
  return `${Math.ceil(amount)} ${unit}s`;
}

/**
 * The sentence of `too-many-requests` with the real wait. "A moment" is wrong where a limit lasts for half an hour.
 * @param seconds the answer's `Retry-After`
 */
export function withWait(sentence: string, seconds: number): string {
  return seconds > MINUTE
    ? sentence.replace("Wait a moment and try again.", `Try again in ${waitText(seconds)}.`)
    : sentence;
}
