import { isIPv6 } from "node:net";

/**
 * The address that limits count by. X-Forwarded-For counts only if the connection comes from a trusted proxy. Then the
 * client is the rightmost address that is not a trusted proxy. IPv6 addresses count by their /64.
 */
export function clientAddress(remote: string, forwardedFor: string | undefined, trusted: readonly string[]): string {
  let address = plainAddress(remote);
  if (forwardedFor !== undefined && trusted.includes(address)) {
    const hops = forwardedFor.split(",").map((hop) => plainAddress(hop.trim()));
    address = hops.findLast((hop) => !trusted.includes(hop)) ?? address;
  }
  return isIPv6(address) ? prefix64(address.toLowerCase()) : address;
}

const FORWARDED = ["x-forwarded-for", "forwarded", "x-real-ip", "via"] as const;

/** True if a proxy passed the request on, whether trusted or not. */
export function isForwarded(header: (name: string) => string | undefined): boolean {
  return FORWARDED.some((name) => header(name) !== undefined);
}

/**
 * The address without its port, which some proxies add: with the port, every connection of a client would have limits of
 * its own. "[2001:db8::1]:443" → "2001:db8::1", "::ffff:203.0.113.5" → "203.0.113.5"
 */
export function plainAddress(address: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  return bare.replace(/^::ffff:(?=\d+\.)/i, "");
}

function prefix64(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
