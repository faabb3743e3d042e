import { createServer, connect, type Socket } from "node:net";

export type TcpProxy = {
  port: number;
  /** Everything is passed on; connections held so far are given up. */
  pass: () => void;
  /** Open connections are cut, new ones refused at once. */
  cut: () => void;
  /** Nothing is passed on in either direction, and connections stay open. */
  hold: () => void;
  /** The same for one open connection, by its number, until it ends. */
  holdOne: (connection: number) => void;
  stop: () => Promise<void>;
};

/**
 * A TCP connection's middle man on loopback, to take a server away in the ways networks do.
 * @param onSent hears every byte that clients send, with the connection's number
 */
export async function startTcpProxy(
  target: { host: string; port: number },
  onSent: (bytes: Buffer, connection: number) => void = () => {},
): Promise<TcpProxy> {
  let mode: "pass" | "cut" | "hold" = "pass";
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
  };
  const drop = (): void => open.forEach((socket) => socket.destroy());
  let connections = 0;
  const held = new Set<number>();
  const server = createServer((client) => {
    keep(client);
    connections += 1;
    const mine = connections;
    if (mode === "cut") return client.destroy();
    if (mode === "hold") return;
    const up = connect(target.port, target.host);
    keep(up);
    const link = (from: Socket, to: Socket): void => {
      const isPassed = (): boolean => mode === "pass" && !held.has(mine);
      from.on("data", (bytes) => isPassed() && to.write(bytes)).on("close", () => to.destroy());
    };
    client.on("data", (bytes: Buffer) => onSent(bytes, mine));
    link(client, up);
    link(up, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    pass: () => {
      if (mode === "hold") drop();
      mode = "pass";
    },
    cut: () => {
      mode = "cut";
      drop();
    },
    hold: () => {
      mode = "hold";
    },
    holdOne: (connection) => {
      held.add(connection);
    },
    stop: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
