import pg from "pg";

export const PURGE_CHANNEL = "pipelines_purge";

/** Milliseconds between two questions for a sign of life. */
const BEAT = 200;
/** Milliseconds between two looks whether it is late. */
const TICK = 100;
/**
 * Looks at a question without an answer, after which the server hangs. Looks are counted, not time: a process that was
 * kept from running has not waited, and reads what came meanwhile between two looks.
 */
const LATE = 10;

/**
 * The server, too, must learn that we are gone, and the kernel that the network is. On a local socket these do nothing.
 * A setting each, not in the connection's address: a pooler between us would refuse them there.
 */
const KEEPALIVE = `select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '3', false)`;

type Told = {
  /** The connection ended or could not be made; by force of time where it hangs. */
  onLost: (isHanging: boolean) => void;
  /** A sign of life has been overdue for more than a second, and still is. Said again and again. */
  onLate: () => void;
  onBeat: () => void;
  /** From here on every purge is heard. */
  onListening: () => void;
  onPurge: (tags: readonly string[]) => void;
};

export type Connection = {
  readonly isListening: boolean;
  /** When the last question was asked that has an answer; what was committed before has been heard of. */
  readonly heardOf: number;
  end: () => Promise<void>;
};

/** True for the kernel's errors about a network that does not answer. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(String(error.code))
  );
}

/** One connection that listens for purges and asks for signs of life until it is lost, which is told once. */
export function openConnection(url: string, told: Told): Connection {
  const client = new pg.Client({
    connectionString: url,
    application_name: "pipelines-purge",
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
  });
  const state = { isListening: false, heardOf: -Infinity };
  let isOpen = false;
  let isOver = false;
  let looks = 0;
  let isWaiting = true;
  let next: NodeJS.Timeout | undefined;
  const ticking = setInterval(() => {
    if (!isWaiting) return;
    looks += 1;
    if (isOpen && looks >= LATE) told.onLate();
    // It may come back, and with it what was missed: the connection is given up a moment later. So is one that does not
    // open, which takes longer than a question on a machine with much to do.
    if (looks === 2 * LATE) lose(true);
  }, TICK);
  ticking.unref();

  const finish = (): void => {
    isOver = true;
    clearInterval(ticking);
    clearTimeout(next);
  };
  // Told once, whichever of error, end and a failed query comes first: two would open two connections.
  const lose = (isHanging: boolean): void => {
    if (isOver) return;
    finish();
    told.onLost(isHanging);
  };

  async function beat(): Promise<void> {
    if (isOver) return;
    const asked = performance.now();
    looks = 0;
    isWaiting = true;
    try {
      await client.query("select 1");
      if (!state.isListening) await tryListen();
    } catch (error) {
      return lose(isSilence(error));
    }
    isWaiting = false;
    if (isOver) return;
    state.heardOf = asked;
    told.onBeat();
    next = setTimeout(() => void beat(), BEAT);
    next.unref();
  }

  /** A standby gives signs of life but takes no listeners; it may become the one that does. */
  async function tryListen(): Promise<void> {
    try {
      await client.query(`listen ${PURGE_CHANNEL}`);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "25006") return;
      throw error;
    }
    if (isOver) return;
    state.isListening = true;
    state.heardOf = performance.now();
    told.onListening();
  }

  client.on("notification", ({ payload }) => {
    if (!isOver) told.onPurge(payload === undefined || payload === "*" ? ["*"] : payload.split(" "));
  });
  client.on("error", (error) => lose(isSilence(error)));
  client.on("end", () => lose(false));
  client
    .connect()
    .then(() => client.query(KEEPALIVE))
    .then(() => (isOpen = true))
    .then(beat, (error: unknown) => lose(isSilence(error)));

  return Object.assign(state, {
    end: async () => {
      const wasHanging = isWaiting && looks >= LATE;
      finish();
      // Nobody answers a goodbye there.
      if (wasHanging) client.connection.stream.destroy();
      else await client.end().catch(() => {});
    },
  });
}
