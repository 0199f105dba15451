import { lookup as resolveName, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { notAllowed } from './fetch-errors.ts'
import { isPrivateAddress } from './private-addresses.ts'

/**
 * Resolves a name at the moment of connecting, so what is checked is what is connected to: a name that changes its
 * address in between (DNS rebinding) gains nothing. A name with even one private address is refused.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '', 0)
    const [first] = addresses
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      return callback(notAllowed(), '', 0)
    }
    if (options.all === true) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
