import type { Pool } from "pg";

/** Milliseconds by which a clock may go wrong without being set back. */
const LEEWAY_MS = 30_000;
const LOOK_EVERY_MS = 60_000;

/** Notices that a clock was set back, by one that never is. */
export class ClockWatch {
  #ahead: number | undefined;

  /**
   * @param clock the time that it shows, in milliseconds
   * @param steady milliseconds since any moment
   * @returns whether it was set back since the last look; true at the first one, because that is not known
   */
  isSetBack(clock: number, steady: number): boolean {
    const ahead = clock - steady;
    const isBack = this.#ahead === undefined || ahead < this.#ahead - LEEWAY_MS;
    this.#ahead = ahead;
    return isBack;
  }
}

/**
 * Mends the times of jobs after the database's clock was set back. An e-mail that could not be sent, for example, stores
 * when to try again. If the clock was a day fast then, the e-mail would now wait a day. No job is meant to wait for longer
 * than its longest pause between two tries, so one that would is due now.
 */
async function mendTimes(pool: Pool): Promise<void> {
  await pool.query(`
    update pgboss.job set start_after = now()
    where state in ('created', 'retry')
      and start_after > now() + (coalesce(retry_delay_max, 0) + 60) * interval '1 second'`);
  // Of a process that runs, its next heartbeat comes soon.
  await pool.query(`
    update pgboss.job set started_on = now(), heartbeat_on = now()
    where state = 'active' and heartbeat_on > now() + interval '1 minute'`);
  // When the queue last looked for jobs of dead processes, and deleted old ones.
  await pool.query(`
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute'`);
}

/** Looks at the database's clock at once and every minute. @returns a function that ends it */
export function mendTimesWhenSetBack(pool: Pool, logTrouble: (error: unknown) => void): () => void {
  const watch = new ClockWatch();
  async function look(): Promise<void> {
    const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
    const clock = rows[0]?.now.getTime();
    if (clock !== undefined && watch.isSetBack(clock, performance.now())) await mendTimes(pool);
  }
  void look().catch(logTrouble);
  const timer = setInterval(() => void look().catch(logTrouble), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
