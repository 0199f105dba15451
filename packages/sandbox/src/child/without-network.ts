import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/**
 * Takes the network out of Node's modules: `--permission` knows none in Node 24, and not every machine has the kernel
 * shut it out. What runs in a child has no business there.
 */
export function removeNetwork(): void {
  const deny = (): never => {
    throw new Error('There is no network here.')
  }
  const replace = (owner: object, names: readonly string[]): void => {
    for (const name of names) Object.defineProperty(owner, name, { value: deny })
  }
  replace(net.Socket.prototype, ['connect'])
  replace(net.Server.prototype, ['listen'])
  replace(dgram.Socket.prototype, ['bind', 'connect', 'send'])
  const asks = (owner: object): string[] =>
    Object.getOwnPropertyNames(owner).filter((name) => /^(?:lookup|resolve|reverse)/.test(name))
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    replace(owner, asks(owner))
  }
  syncBuiltinESMExports()
}
