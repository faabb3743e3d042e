/** The site's public API, as any visitor's script would call it. */

type Answer = { status: number; body: unknown; next: string | undefined; day: string };

/** A busy site may say "later" this many times in a row before a recount gives up. */
const MOST_WAITS = 20;
const SHORTEST_WAIT_MS = 250;

/** The address of the next page in a `Link` header. */
function nextOf(header: string | null): string | undefined {
  return header?.match(/<([^>]+)>;\s*rel="?next"?/)?.[1];
}

export type Api = {
  get: (path: string) => Promise<Answer>;
  post: (path: string, body: unknown) => Promise<Answer>;
};

export function apiAt(base: string, call: typeof fetch = fetch): Api {
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    for (let wait = 0; ; wait += 1) {
      const response = await call(new URL(path, base), init);
      const body: unknown = await response.json();
      // 503: the numbers are not filled yet.
      if ((response.status !== 429 && response.status !== 503) || wait >= MOST_WAITS) {
        const date = new Date(response.headers.get("date") ?? "");
        const day = Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
        return { status: response.status, body, next: nextOf(response.headers.get("link")), day };
      }
      const seconds = Number(response.headers.get("retry-after") ?? "0");
      await new Promise((resolve) => setTimeout(resolve, Math.max(SHORTEST_WAIT_MS, seconds * 1000)));
    }
  };
  const headers = { accept: "application/json" };
  return {
    get: (path) => ask(path, { headers }),
    post: (path, body) =>
      ask(path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

/** All pages from one address on, followed by their `Link` headers. */
export async function allPages(api: Api, path: string): Promise<Answer[]> {
  const pages: Answer[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined = path; next !== undefined && !seen.has(next);) {
    seen.add(next);
    const page: Answer = await api.get(next);
    pages.push(page);
    next = page.next;
  }
  return pages;
}
