import { createServer as createHttp, request as httpRequest, type Server } from "node:http";
import { createServer, type AddressInfo, type LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#core/errors.ts";
import { fetchPicture, PICTURE_BYTES, type Way } from "./fetch-picture.ts";
import { isPublicAddress } from "./public-address.ts";

// S27: a picture's address is chosen by somebody else and must reach no machine of ours.

/** Counts connections to the port that the fetch is told to use. */
const canary = createServer((socket) => {
  hits += 1;
  socket.destroy();
});
let hits = 0;
let port = 0;
let pictures: Server;
let picturePort = 0;
/** Looked-up names, in order. */
let asked: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, "::", resolve));
  port = (canary.address() as AddressInfo).port;
  pictures = createHttp((request, response) => {
    const path = request.url ?? "";
    const type = { "content-type": "image/png" };
    if (path === "/ok") response.writeHead(200, type).end("picture");
    else if (path === "/redirect") response.writeHead(302, { ...type, location: `http://127.0.0.1:${port}/` }).end();
    else if (path === "/html") response.writeHead(200, { "content-type": "text/html" }).end("<p>");
    else if (path === "/gzip") response.writeHead(200, { ...type, "content-encoding": "gzip" }).end("x");
    else if (path === "/said") response.writeHead(200, { ...type, "content-length": PICTURE_BYTES + 1 }).end("x");
    else if (path === "/large") response.writeHead(200, type).end(Buffer.alloc(PICTURE_BYTES + 1));
    else if (path === "/full") response.writeHead(200, type).end(Buffer.alloc(PICTURE_BYTES));
    else if (path === "/drip") response.writeHead(200, type).write("x");
    else if (path === "/host") response.writeHead(200, type).end(request.headers.host);
    else response.writeHead(404, type).end();
  });
  await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
  picturePort = (pictures.address() as AddressInfo).port;
});
beforeEach(() => {
  hits = 0;
  asked = [];
});
afterAll(async () => {
  pictures.closeAllConnections();
  await Promise.all([canary, pictures].map((server) => new Promise((resolve) => server.close(resolve))));
});

const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  "localtest.example": ["127.0.0.1"],
  "inside.example": ["10.0.0.7"],
  "both.example": ["93.184.215.14", "127.0.0.1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "nowhere.example": [],
};

/** Names by the table, everything else as outside, but connections go to the canary's port over plain http. */
function way(changes: Partial<Way> = {}): Way {
  return {
    resolve: async (host) => {
      asked.push(host);
      return NAMES[host] ?? ["127.0.0.1"];
    },
    isAllowed: isPublicAddress,
    request: httpRequest as unknown as Way["request"],
    port,
    timeout: 1_000,
    ...changes,
  };
}

const HOSTS = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "0x7f.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "0",
  "0.0.0.0",
  "localhost",
  "localhost.",
  "LOCALHOST",
  "ⓛocalhost",
  "localtest.example",
  "inside.example",
  "both.example",
  "mapped.example",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.0.0.170",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
];

describe("hosts that are no public server", () => {
  it("are at least 40", () => expect(new Set(HOSTS).size).toBeGreaterThanOrEqual(40));

  it.each(HOSTS)("S27: https://%s/ok is not connected to", async (host) => {
    await expect(fetchPicture(`https://${host}/ok`, way())).rejects.toMatchObject({ code: "bad-picture" });
    expect(hits).toBe(0);
  });

  it("would be, if addresses were not looked at", async () => {
    const careless = way({ isAllowed: () => true });
    for (const host of ["127.0.0.1", "127.1", "0x7f.1", "localhost.", "localtest.example", "[::ffff:127.0.0.1]"]) {
      await expect(fetchPicture(`https://${host}/ok`, careless)).rejects.toThrow(AppError);
    }
    expect(hits).toBe(6);
  });

  it.each([
    "http://pictures.example/ok",
    "ftp://pictures.example/ok",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "https://pictures.example:8443/ok",
    "https://user:word@pictures.example/ok",
    "https://user@pictures.example/ok",
    "//pictures.example/ok",
    "pictures.example",
    "",
    `https://pictures.example/${"a".repeat(2_000)}`,
  ])("S27: %s is refused before any look-up", async (address) => {
    await expect(fetchPicture(address, way({ isAllowed: () => true }))).rejects.toThrow("could not be fetched");
    expect([hits, asked]).toEqual([0, []]);
  });
});

describe("a name", () => {
  it("S27: is looked up once, and that very address is connected to", async () => {
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const connected: string[] = [];
    const spy = ((options: { lookup: LookupFunction }) => {
      for (const all of [true, false]) {
        options.lookup("rebind.example", { all }, (_error, address) => {
          connected.push(typeof address === "string" ? address : (address[0]?.address ?? ""));
        });
      }
      throw new Error("far enough");
    }) as unknown as Way["request"];
    const resolve = async (host: string) => {
      asked.push(host);
      return answers[asked.length - 1] ?? [];
    };
    await expect(fetchPicture("https://rebind.example/ok", way({ resolve, request: spy }))).rejects.toThrow(AppError);
    expect([asked, connected]).toEqual([["rebind.example"], ["93.184.215.14", "93.184.215.14"]]);
  });

  it("that has a private address beside a public one, or none at all, is refused", async () => {
    for (const host of ["both.example", "nowhere.example"]) {
      await expect(fetchPicture(`https://${host}/ok`, way())).rejects.toThrow(AppError);
    }
  });

  it("that cannot be looked up in time costs no more than the time", async () => {
    const stuck = way({ resolve: () => new Promise(() => undefined), timeout: 100 });
    const started = performance.now();
    await expect(fetchPicture("https://stuck.example/ok", stuck)).rejects.toThrow(AppError);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("an answer", () => {
  const here = (changes: Partial<Way> = {}) => way({ isAllowed: () => true, port: picturePort, ...changes });
  const fetchPath = (path: string, changes: Partial<Way> = {}) =>
    fetchPicture(`https://pictures.example${path}`, here(changes));

  it("of 200 with a picture is taken, asked for by its name", async () => {
    expect(Buffer.from(await fetchPath("/ok")).toString()).toBe("picture");
    expect(Buffer.from(await fetchPath("/host")).toString()).toBe("pictures.example");
  });

  it("of exactly 2 MB is taken, one byte more is not", async () => {
    expect(await fetchPath("/full")).toHaveLength(PICTURE_BYTES);
    await expect(fetchPath("/large")).rejects.toMatchObject({ code: "bad-picture" });
  });

  it.each(["/redirect", "/html", "/gzip", "/said", "/missing"])("S27: %s is refused", async (path) => {
    await expect(fetchPath(path)).rejects.toMatchObject({ code: "bad-picture" });
    expect(hits).toBe(0);
  });

  it("that drips ends with the time", async () => {
    await expect(fetchPath("/drip", { timeout: 200 })).rejects.toMatchObject({ code: "bad-picture" });
  });
});

describe("addresses", () => {
  it.each(["93.184.215.14", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "2606:2800:21f:cb07::1", "2a00::1"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each(["", "localhost", "1.2.3", "::ffff:8.8.8.8", "fe80::1%eth0", "2a00::1%lo", "3fff::1", "4000::1"])(
    "%j is not",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  it.each([
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.0.2.0", "192.0.2.255"],
    ["192.88.99.0", "192.88.99.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "198.51.100.255"],
    ["203.0.113.0", "203.0.113.255"],
    ["224.0.0.0", "239.255.255.255"],
    ["240.0.0.0", "255.255.255.255"],
    ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ])("none of a network that is nobody's is public: %s to %s", (first, last) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
  });
});
