/**
 * The part of Prometheus that our alerts use, so that they can be tested without it: selectors, rate and increase,
 * sums, quantiles of histograms, arithmetic, comparisons, `and`. If promtool is installed, it checks the same file.
 */

export type Labels = Readonly<Record<string, string>>;
type Sample = { at: number; value: number };
type Element = { labels: Labels; value: number };
type Value = number | Element[];
/** The samples of every series of a name between two times in seconds, both included. */
export type Source = (name: string, from: number, to: number) => { labels: Labels; samples: Sample[] }[];

/** How many seconds a sample stays valid without a newer one. */
const STALE = 300;
const TOKEN = /\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*|\{[^}]*\}|\[\w+\]|>=|<=|==|!=|[-+*/()<>,])/y;
const COMPARISONS = new Set([">", ">=", "<", "<=", "==", "!="]);
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** "5m" in seconds. */
export function seconds(duration: string): number {
  const [, count = "", unit = ""] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const size = UNITS[unit];
  if (size === undefined) throw new Error(`"${duration}" is not a duration.`);
  return Number(count) * size;
}

function tokens(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.trimEnd().length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`No Prometheus that we know of: ${text.slice(at)}`);
    found.push(token);
  }
  return found;
}

function isMatch(labels: Labels, matchers: string): boolean {
  return [...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].every(([, name = "", how, wanted = ""]) => {
    const is = labels[name] ?? "";
    const isIt = how?.endsWith("~") ? new RegExp(`^(?:${wanted})$`).test(is) : is === wanted;
    return how?.startsWith("!") ? !isIt : isIt;
  });
}

const keyOf = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The growth of a counter over a range, with restarts from zero. Extrapolated from the samples to the whole range. */
function increase(samples: readonly Sample[], range: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || first === last) return undefined;
  let grown = 0;
  for (const [n, { value }] of samples.entries()) {
    const before = samples[n - 1]?.value ?? value;
    grown += value < before ? value : value - before;
  }
  return (grown * range) / (last.at - first.at);
}

function quantile(q: number, buckets: readonly { le: number; count: number }[]): number {
  const sorted = buckets.toSorted((a, b) => a.le - b.le);
  const rank = q * (sorted.at(-1)?.count ?? 0);
  const at = sorted.findIndex(({ count }) => count >= rank);
  const [below, bucket] = [sorted[at - 1], sorted[at]];
  if (!bucket) return Number.NaN;
  if (bucket.le === Number.POSITIVE_INFINITY) return below?.le ?? Number.NaN;
  const [from, before] = [below?.le ?? 0, below?.count ?? 0];
  return from + ((bucket.le - from) * (rank - before)) / (bucket.count - before);
}

class Reading {
  readonly #tokens: string[];
  readonly #source: Source;
  readonly #now: number;
  #at = 0;

  constructor(text: string, source: Source, now: number) {
    this.#tokens = tokens(text);
    this.#source = source;
    this.#now = now;
  }

  all(): Value {
    const value = this.#and();
    if (this.#at < this.#tokens.length) throw new Error(`Not understood: ${this.#tokens.slice(this.#at).join(" ")}`);
    return value;
  }

  #take(wanted?: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined || (wanted !== undefined && token !== wanted))
      throw new Error(`${wanted ?? "More"} was expected, not ${token ?? "the end"}.`);
    this.#at += 1;
    return token;
  }

  #takeIf(wanted: (token: string) => boolean): string | undefined {
    const token = this.#tokens[this.#at];
    return token !== undefined && wanted(token) ? this.#take() : undefined;
  }

  #and(): Value {
    let left = this.#comparison();
    while (this.#takeIf((token) => token === "and")) {
      const right = vector(this.#comparison()).map(({ labels }) => keyOf(bare(labels)));
      left = vector(left).filter(({ labels }) => right.includes(keyOf(bare(labels))));
    }
    return left;
  }

  #comparison(): Value {
    const left = this.#sum();
    const sign = this.#takeIf((token) => COMPARISONS.has(token));
    return sign === undefined ? left : combine(left, sign, this.#sum());
  }

  #sum(): Value {
    let left = this.#product();
    for (let sign = this.#plusMinus(); sign !== undefined; sign = this.#plusMinus())
      left = combine(left, sign, this.#product());
    return left;
  }

  #plusMinus(): string | undefined {
    return this.#takeIf((token) => token === "+" || token === "-");
  }

  #product(): Value {
    let left = this.#one();
    for (let sign = this.#timesBy(); sign !== undefined; sign = this.#timesBy())
      left = combine(left, sign, this.#one());
    return left;
  }

  #timesBy(): string | undefined {
    return this.#takeIf((token) => token === "*" || token === "/");
  }

  #one(): Value {
    const token = this.#take();
    if (/^\d/.test(token)) return Number(token);
    if (token === "(") return this.#inside(() => this.#and());
    if (token === "time") return this.#call(() => this.#now);
    if (token === "abs") return this.#call(() => over(vector(this.#and()), Math.abs));
    if (token === "rate" || token === "increase") return this.#call(() => this.#growth(token === "rate"));
    if (token === "sum") return this.#total();
    if (token === "histogram_quantile") return this.#call(() => this.#quantile());
    const { matchers, range } = this.#selector();
    if (range !== undefined) throw new Error(`${token}[…] is a range.`);
    return this.#find(token, matchers, STALE).flatMap(({ labels, samples }) => {
      const last = samples.at(-1);
      return last ? [{ labels: { __name__: token, ...labels }, value: last.value }] : [];
    });
  }

  #call<T>(inner: () => T): T {
    this.#take("(");
    return this.#inside(inner);
  }

  #inside<T>(inner: () => T): T {
    const value = inner();
    this.#take(")");
    return value;
  }

  #selector(): { matchers: string; range: string | undefined } {
    const matchers = this.#takeIf((token) => token.startsWith("{")) ?? "";
    return { matchers, range: this.#takeIf((token) => token.startsWith("["))?.slice(1, -1) };
  }

  #find(name: string, matchers: string, back: number): ReturnType<Source> {
    return this.#source(name, this.#now - back, this.#now).filter(({ labels }) => isMatch(labels, matchers));
  }

  #growth(isRate: boolean): Element[] {
    const name = this.#take();
    const { matchers, range = "" } = this.#selector();
    const length = seconds(range);
    return this.#find(name, matchers, length).flatMap(({ labels, samples }) => {
      const grown = increase(samples, length);
      return grown === undefined ? [] : [{ labels, value: isRate ? grown / length : grown }];
    });
  }

  #total(): Element[] {
    const by = this.#takeIf((token) => token === "by") ? this.#names() : [];
    const groups = new Map<string, Element>();
    for (const { labels, value } of this.#call(() => vector(this.#and()))) {
      const kept = Object.fromEntries(by.map((name) => [name, labels[name] ?? ""]));
      const key = keyOf(kept);
      groups.set(key, { labels: kept, value: (groups.get(key)?.value ?? 0) + value });
    }
    return [...groups.values()];
  }

  #names(): string[] {
    return this.#call(() => {
      const names = [this.#take()];
      while (this.#takeIf((token) => token === ",")) names.push(this.#take());
      return names;
    });
  }

  #quantile(): Element[] {
    const q = this.#and();
    this.#take(",");
    const groups = new Map<string, { labels: Labels; buckets: { le: number; count: number }[] }>();
    for (const { labels, value } of vector(this.#and())) {
      const { le = "", ...others } = bare(labels);
      const group = groups.get(keyOf(others)) ?? { labels: others, buckets: [] };
      group.buckets.push({ le: le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le), count: value });
      groups.set(keyOf(others), group);
    }
    return [...groups.values()].map(({ labels, buckets }) => ({ labels, value: quantile(Number(q), buckets) }));
  }
}

function bare(labels: Labels): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => name !== "__name__"));
}

function vector(value: Value): Element[] {
  if (typeof value === "number") throw new Error("A number stands where series were expected.");
  return value;
}

function over(elements: readonly Element[], change: (value: number) => number): Element[] {
  return elements.map(({ labels, value }) => ({ labels: bare(labels), value: change(value) }));
}

function calculate(left: number, sign: string, right: number): number | boolean {
  if (sign === "+") return left + right;
  if (sign === "-") return left - right;
  if (sign === "*") return left * right;
  if (sign === "/") return left / right;
  if (sign === ">") return left > right;
  if (sign === ">=") return left >= right;
  if (sign === "<") return left < right;
  if (sign === "<=") return left <= right;
  return (left === right) === (sign === "==");
}

/** A comparison keeps the elements for which it is true, unchanged. Arithmetic makes new elements. */
function combine(left: Value, sign: string, right: Value): Value {
  if (typeof left === "number" && typeof right === "number") return Number(calculate(left, sign, right));
  const pairs: { kept: Element; a: number; b: number }[] = [];
  if (typeof right === "number") for (const one of vector(left)) pairs.push({ kept: one, a: one.value, b: right });
  else if (typeof left === "number") for (const one of right) pairs.push({ kept: one, a: left, b: one.value });
  else {
    const others = new Map(right.map((one) => [keyOf(bare(one.labels)), one]));
    for (const one of left) {
      const other = others.get(keyOf(bare(one.labels)));
      if (other) pairs.push({ kept: one, a: one.value, b: other.value });
    }
  }
  return pairs.flatMap(({ kept, a, b }) => {
    const made = calculate(a, sign, b);
    if (typeof made === "boolean") return made ? [kept] : [];
    return [{ labels: bare(kept.labels), value: made }];
  });
}

/** The value of an expression at a time, in seconds. */
export function evaluate(text: string, source: Source, now: number): Element[] {
  return over(vector(new Reading(text, source, now).all()), (value) => value);
}
