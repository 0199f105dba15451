import { BlockList, isIP } from 'node:net'

/** Everything of each family that is not the public internet (IANA special-purpose registries). */
const blocked4 = new BlockList()
const blocked6 = new BlockList()
/** All of IPv6 that is given out for the public internet; IPv4 inside IPv6, and what may lead anywhere, lies outside. */
const routed6 = new BlockList()
routed6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  blocked4.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  blocked6.addSubnet(network, prefix, 'ipv6')
}

/** Whether an IP address must not be reached. What is no address is refused too. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 4) return blocked4.check(bare, 'ipv4')
  return family !== 6 || !routed6.check(bare, 'ipv6') || blocked6.check(bare, 'ipv6')
}

/** Names that mean this machine or its network without any look-up (RFC 6761, RFC 8375, cloud metadata). */
const privateName = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)\.?$/i

/** Whether a URL's host name, in the URL parser's spelling, is private by itself. */
export function isPrivateHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(literal) === 0 ? privateName.test(literal) : isPrivateAddress(literal)
}
