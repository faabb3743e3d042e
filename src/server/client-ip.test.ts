import { describe, expect, test } from "vitest";
import { clientAddress, isForwarded } from "./client-ip.ts";

const proxies = ["10.0.0.1", "10.0.0.2"];

describe("the address a limit counts by", () => {
  test.each([
    ["a direct client", "203.0.113.5", undefined, [], "203.0.113.5"],
    ["a client that claims another", "203.0.113.5", "198.51.100.1", [], "203.0.113.5"],
    ["an untrusted proxy", "203.0.113.5", "198.51.100.1", proxies, "203.0.113.5"],
    ["a trusted proxy", "10.0.0.1", "198.51.100.1", proxies, "198.51.100.1"],
    ["two trusted proxies", "10.0.0.1", "198.51.100.1, 10.0.0.2", proxies, "198.51.100.1"],
    ["what the client put in front", "10.0.0.1", "1.2.3.4, 198.51.100.1", proxies, "198.51.100.1"],
    ["only proxies", "10.0.0.1", "10.0.0.2", proxies, "10.0.0.1"],
    ["a trusted proxy that says nothing", "10.0.0.1", undefined, proxies, "10.0.0.1"],
    ["IPv4 inside IPv6", "::ffff:203.0.113.5", undefined, [], "203.0.113.5"],
    ["a proxy in that form", "::ffff:10.0.0.1", "198.51.100.1", proxies, "198.51.100.1"],
    ["IPv4 inside IPv6, in capitals", "10.0.0.1", "::FFFF:203.0.113.5", proxies, "203.0.113.5"],
    ["a proxy that adds the port", "10.0.0.1", "203.0.113.5:51234", proxies, "203.0.113.5"],
    ["another port of the same client", "10.0.0.1", "203.0.113.5:51235", proxies, "203.0.113.5"],
    ["a port after IPv6", "10.0.0.1", "[2001:db8:0:1::1]:51234", proxies, "2001:db8:0:1::/64"],
    ["IPv6 in brackets", "10.0.0.1", "[2001:db8:0:1::1]", proxies, "2001:db8:0:1::/64"],
    ["a second proxy with its port", "10.0.0.1", "203.0.113.5:1, 10.0.0.2:2", proxies, "203.0.113.5"],
    ["loopback", "::1", undefined, [], "0:0:0:0::/64"],
  ])("%s", (_what, remote, forwarded, trusted, expected) => {
    expect(clientAddress(remote, forwarded, trusted)).toBe(expected);
  });

  test("IPv6 counts by /64, however it is written", () => {
    const same = [
      "2001:db8:0:1::1",
      "2001:db8:0:1:ffff:ffff:ffff:ffff",
      "2001:0db8:0000:0001::",
      "2001:db8::1:0:0:0:9",
    ];
    expect(new Set(same.map((address) => clientAddress(address, undefined, []))).size).toBe(1);
    expect(clientAddress("2001:db8:0:2::1", undefined, [])).not.toBe(clientAddress("2001:db8:0:1::1", undefined, []));
    expect(clientAddress("2001:DB8:0:1::1", undefined, [])).toBe(clientAddress("2001:db8:0:1::1", undefined, []));
  });
});

test("a request that any proxy passed on is known as such", () => {
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
    expect(isForwarded((asked) => (asked === name ? "x" : undefined))).toBe(true);
  expect(isForwarded(() => undefined)).toBe(false);
});
