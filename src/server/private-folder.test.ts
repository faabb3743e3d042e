import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { connectPrivately, isPrivate, makePrivate } from "./private-folder.ts";

describe.skipIf(process.platform === "win32")("a folder that only this user can enter", () => {
  const base = mkdtempSync(join(tmpdir(), "pipelines-private-"));
  const at = (name: string): string => join(base, name);
  afterAll(() => rmSync(base, { recursive: true }));

  it("is made again where it is gone", () => {
    expect(isPrivate(at("gone"))).toBe(false);
    makePrivate(at("gone"));
    expect([isPrivate(at("gone")), statSync(at("gone")).mode & 0o777]).toEqual([true, 0o700]);
    makePrivate(at("gone"));
  });

  it("is none that others may enter, no link to one, and no file", () => {
    makePrivate(at("open"));
    chmodSync(at("open"), 0o750);
    makePrivate(at("own"));
    symlinkSync(at("own"), at("link"));
    writeFileSync(at("file"), "", { mode: 0o600 });
    for (const name of ["open", "link", "file"]) {
      expect(isPrivate(at(name))).toBe(false);
      expect(() => makePrivate(at(name))).toThrow("EEXIST");
    }
  });

  it("is the only place where a socket is connected to", async () => {
    makePrivate(at("listens"));
    const server = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => server.listen(join(at("listens"), "socket"), resolve));
    const connect = () => connectPrivately(join(at("listens"), "socket"));
    const good = connect();
    await once(good, "connect");
    good.destroy();
    chmodSync(at("listens"), 0o755);
    expect((await once(connect(), "error"))[0]).toMatchObject({ message: expect.stringContaining("others may enter") });
    await new Promise((resolve) => server.close(resolve));
  });
});
