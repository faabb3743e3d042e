import { startTcpProxy } from "#tests/helpers/tcp-proxy.ts";

/**
 * Records every byte that a browser sends to the app, from any part of the page: calls, addresses, headers, forms,
 * beacons, pictures, sockets. The page is opened at `origin`.
 */
type SentLog = {
  origin: string;
  /** All of it in lower case: as it went, with percent signs decoded, and texts in base64 decoded. */
  text: () => string;
  stop: () => Promise<void>;
};

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll("%", ""), "hex").toString("utf8"),
  );
}

/** Runs that may be base64, read from each of the four places where a group may begin. */
function unpacked(text: string): string {
  const runs = text.match(/[\w+/-]{16,}/g) ?? [];
  return runs
    .flatMap((run) => [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1")))
    .join("\n");
}

export async function startSentLog(target: string): Promise<SentLog> {
  const sent = new Map<number, Buffer[]>();
  const { hostname, port } = new URL(target);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) }, (bytes, connection) => {
    sent.set(connection, [...(sent.get(connection) ?? []), bytes]);
  });
  return {
    origin: `http://127.0.0.1:${proxy.port}`,
    text: () => {
      const raw = [...sent.values()].map((chunks) => Buffer.concat(chunks).toString("utf8")).join("\n");
      return [raw, decoded(raw), unpacked(raw)].join("\n").toLowerCase();
    },
    stop: proxy.stop,
  };
}
