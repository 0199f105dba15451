import type { writtenMailboxes } from '../email-address.ts'

interface Recipient {
  readonly to?: Parameters<typeof writtenMailboxes>[0]
}

/**
 * Where a recipient wrote what a transport tells of the e-mail (`/to/0/address`): an address by itself is no list, one in a
 * text has no parts, and that of a client is its own.
 */
export function pointerAsWritten(pointer: string, { to }: Recipient): string {
  const { 1: index, 2: part = '' } = /^\/to\/(\d+)(\/.*)?$/.exec(pointer) ?? []
  if (index === undefined) return pointer
  if (to === undefined) return '/client'
  const [written, place] = Array.isArray(to) ? [to[Number(index)], `/to/${index}`] : [to, '/to']
  return typeof written === 'string' ? place : `${place}${part}`
}
