/** After a navigation in the browser, React Router asks for the page's data alone. */
export function isDataRequest({ url }: Request): boolean {
  return new URL(url).pathname.endsWith(".data");
}

/** Removes React Router's internal headers. A client must not send them. */
export function withoutRouterHeaders(request: Request): Request {
  const names = [...request.headers.keys()].filter((name) => name.startsWith("x-react-router-"));
  if (names.length === 0) return request;
  const headers = new Headers(request.headers);
  for (const name of names) headers.delete(name);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}
