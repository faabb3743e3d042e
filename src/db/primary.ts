import pg from "pg";
import { hostsOf, isSearched } from "./hosts.ts";
import { Journal } from "./journal.ts";
import { readRole, type Role } from "./role.ts";

/** Milliseconds that a server has to say what it is. */
const ANSWER_MS = 1_500;
/** Milliseconds that the others still have after the first usable answer. */
const OTHERS_MS = 400;
/** Milliseconds between two searches for a primary while a standby is read. */
const SEARCH_AGAIN_MS = 500;

/** Milliseconds between two looks at every host of DATABASE_URL, to see which one takes changes. */
const CHECK_EVERY_MS = 5_000;

/** Where connections go: the server that takes changes, or a standby while there is none. */
export type Place = { url: string; isReadOnly: boolean };

/** None of the hosts takes changes. The code is PostgreSQL's for a read-only server. */
export class NoPrimary extends Error {
  override name = "NoPrimary";
  readonly code = "25006";

  constructor(cause?: unknown) {
    super("None of the database's hosts takes changes.", { cause });
  }
}

type Answer = Role & { url: string };

/**
 * Knows which of several hosts is the primary. It asks all of them if it does not know, or if a connection was lost.
 *
 * While there is no primary, reads may go to a standby, for at most a minute. That standby must have everything that
 * this process has heard of. Each promotion begins a new timeline, which is a number. A server with a lower one than the
 * highest seen is an old primary that came back by itself, or follows such a one; it is never used.
 */
export class Primary {
  /** What this process knows about the primary. */
  readonly journal = new Journal();
  readonly #urls: readonly string[];
  readonly #onMove = new Set<() => void>();
  #place: Place | undefined;
  /** The last place that was found. Its connections are used until another one is found. */
  #last: Place | undefined;
  #searching: Promise<Place> | undefined;
  #timeline = 0;
  /**
   * The timelines that hosts were seen to follow. A standby never goes back to an older one. Once the primary is dead,
   * a standby may not know its timeline any more.
   */
  readonly #followed = new Map<string, number>();
  #nextSearch: NodeJS.Timeout | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Called when connections must go elsewhere. Returns a function that ends this. */
  onMove(act: () => void): () => void {
    this.#onMove.add(act);
    return () => this.#onMove.delete(act);
  }

  /** The place for a new connection. @throws NoPrimary if there is none that this caller may use */
  async find(options: { mayBeReadOnly: boolean }): Promise<Place> {
    const place = this.#place ?? (await this.#search());
    if (place.isReadOnly && !options.mayBeReadOnly) throw new NoPrimary();
    return place;
  }

  /** May a connection to this host still be used? */
  mayUse(url: string): boolean {
    return this.#last?.url === url;
  }

  /**
   * Looks at all hosts from time to time: at the standbys, so that they are known when they are needed, and for a newer
   * primary. Returns a function that ends this.
   */
  watch(): () => void {
    const timer = setInterval(() => void this.#checkHosts().catch(() => {}), CHECK_EVERY_MS).unref();
    void this.#checkHosts().catch(() => {});
    return () => clearInterval(timer);
  }

  /**
   * Looks for a newer primary. Connections to an old primary that is still running never fail, so nothing else would
   * notice. Once there is a newer one, the old one lacks every later change: it would still show what was hidden since.
   */
  async #checkHosts(): Promise<void> {
    const { answers } = await this.#askAll();
    const isNewer = ({ isReadOnly, timeline }: Role): boolean => !isReadOnly && timeline > this.#timeline;
    if (this.#last === undefined || !answers.some(isNewer)) return;
    this.doubt();
    await this.#search();
  }

  /** Has the server at this place the role that it was chosen for? A name may lead to several servers. */
  suits(place: Place, role: Role): boolean {
    if (!role.isReadOnly) return role.timeline >= this.#timeline;
    return place.isReadOnly && this.#mayRead(this.#remember({ ...role, url: place.url }));
  }

  /** A connection failed, was lost, or found another role. The next caller searches. */
  doubt(): void {
    this.#place = undefined;
  }

  #search(): Promise<Place> {
    this.#searching ??= this.#ask()
      .then((place) => this.#move(place))
      .finally(() => (this.#searching = undefined));
    return this.#searching;
  }

  #move(place: Place): Place {
    const isElsewhere = this.#last?.url !== place.url;
    this.#place = place;
    this.#last = place;
    if (isElsewhere) this.#notify();
    clearTimeout(this.#nextSearch);
    if (place.isReadOnly) this.#nextSearch = setTimeout(() => this.#searchAgain(), SEARCH_AGAIN_MS).unref();
    return place;
  }

  #searchAgain(): void {
    this.#search().catch(() => {
      this.#place = undefined;
      this.#last = undefined;
      this.#notify();
    });
  }

  #notify(): void {
    for (const act of this.#onMove) act();
  }

  async #ask(): Promise<Place> {
    const { answers, errors } = await this.#askAll();
    const [writable] = answers
      .filter(({ isReadOnly, timeline }) => !isReadOnly && timeline >= this.#timeline)
      .toSorted((one, other) => other.timeline - one.timeline);
    if (writable) {
      this.#timeline = writable.timeline;
      return { url: writable.url, isReadOnly: false };
    }
    const standbys = answers.filter((answer) => answer.isReadOnly && this.#mayRead(answer));
    const standby = standbys.find(({ url }) => url === this.#last?.url) ?? standbys[0];
    if (standby) return { url: standby.url, isReadOnly: true };
    throw answers.length > 0 ? new NoPrimary() : new AggregateError(errors, "None of the database's hosts answers.");
  }

  async #askAll(): Promise<{ answers: Answer[]; errors: unknown[] }> {
    const { answers, errors } = await askAll(this.#urls, (answer) => !answer.isReadOnly || this.#mayRead(answer));
    return { answers: answers.map((answer) => this.#remember(answer)), errors };
  }

  /** Completes an answer by what the host has told before. */
  #remember(answer: Answer): Answer {
    if (!answer.isStandby) {
      this.#followed.delete(answer.url);
      return answer;
    }
    const timeline = Math.max(answer.timeline, this.#followed.get(answer.url) ?? 0);
    this.#followed.set(answer.url, timeline);
    const known = { ...answer, timeline };
    this.journal.standbyAnswered(known);
    return known;
  }

  /** Does this standby have everything that we have heard of, and was there a primary a moment ago? */
  #mayRead(role: Role): boolean {
    return role.timeline >= this.#timeline && this.journal.mayReadWithoutPrimary(role);
  }
}

/** Asks all hosts at once. After the first usable answer, waits only a moment for the others. */
async function askAll(
  urls: readonly string[],
  isUsable: (answer: Answer) => boolean,
): Promise<{ answers: Answer[]; errors: unknown[] }> {
  const answers: Answer[] = [];
  const errors: unknown[] = [];
  await new Promise<void>((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let left = urls.length;
    for (const url of urls) {
      askRole(url)
        .then((role) => {
          const answer = { ...role, url };
          answers.push(answer);
          if (isUsable(answer)) timer ??= setTimeout(resolve, OTHERS_MS);
        })
        .catch((error: unknown) => errors.push(error))
        .finally(() => {
          left -= 1;
          if (left > 0) return;
          clearTimeout(timer);
          resolve();
        });
    }
  });
  return { answers, errors };
}

async function askRole(url: string): Promise<Role> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "pipelines-primary",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await readRole(client);
  } finally {
    void client.end().catch(() => {});
  }
}

const known = new Map<string, Primary>();

/** Who knows the primary of this address, for the whole process. Undefined if the address names one host only. */
export function primaryOf(url: string): Primary | undefined {
  if (!isSearched(url)) return undefined;
  const primary = known.get(url) ?? new Primary(hostsOf(url));
  known.set(url, primary);
  return primary;
}
