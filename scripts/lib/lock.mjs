import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

/**
 * Runs `work` while no other process of this clone does the same. The lock is a listening local socket. The system
 * frees it when the process ends, so it is never stale, and waiting processes notice at once.
 * @template T
 * @param {string} name
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, say, work) {
  const address = addressOf(name);
  let hasSaid = false;
  for (;;) {
    const server = await listen(address);
    if (server !== undefined) {
      try {
        return await work();
      } finally {
        server.close();
      }
    }
    await untilFree(address, (pid) => {
      if (!hasSaid) say(`Another process (pid ${pid}) is doing this already; waiting for it…`);
      hasSaid = true;
    });
  }
}

/** @param {string} name */
function addressOf(name) {
  const id = createHash("sha256").update(`${ROOT} ${name}`).digest("hex").slice(0, 20);
  // On Linux the name is not in the file system. Elsewhere it is a file, removed when nobody listens to it.
  return process.platform === "linux" ? `\0pipelines-${id}` : join(tmpdir(), `pipelines-${id}`);
}

/**
 * @param {string} address
 * @returns {Promise<import("node:net").Server | undefined>}
 */
function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write(`${process.pid}\n`);
      socket.unref();
      server.once("close", () => socket.destroy());
      freed.add(socket);
      socket.once("close", () => freed.delete(socket));
    });
    const close = server.close.bind(server);
    /** @type {Set<import("node:net").Socket>} */
    const freed = new Set();
    // Waiting processes hold connections. End them with the lock, because the server cannot close before.
    server.close = (callback) => {
      for (const socket of freed) socket.destroy();
      return close(callback);
    };
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/**
 * @param {string} address
 * @param {(pid: string) => void} heard
 * @returns {Promise<void>}
 */
function untilFree(address, heard) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.setEncoding("utf8").on("data", (/** @type {string} */ text) => heard(text.trim()));
    socket.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === "ECONNREFUSED" && !address.startsWith("\0")) rmSync(address, { force: true });
    });
    socket.once("close", () => setTimeout(resolve, 20));
  });
}
