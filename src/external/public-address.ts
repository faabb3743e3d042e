import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Networks of IPv4 that are nobody's public server: this host, private, shared (CGNAT), loopback, link-local,
 * documentation, benchmarks, multicast, reserved (IANA special-purpose registry).
 */
const NOT_PUBLIC_4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/**
 * Ranges inside IPv6's global unicast space that are not public: protocol assignments with Teredo, documentation, 6to4.
 * Everything outside 2000::/3 is refused too (loopback, mapped, NAT64, unique local, link-local, multicast).
 */
const NOT_PUBLIC_6: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const blocked = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_4) blocked.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of NOT_PUBLIC_6) blocked.addSubnet(network, prefix, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** True for a host in an address, as `URL` writes it, that is always this machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** True for an IP address that a public server can have; false for everything that could be ours or nobody's. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%") || address.includes(".")) return false;
  return globalUnicast.check(address, "ipv6") && !blocked.check(address, "ipv6");
}
