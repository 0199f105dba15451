import { createHash } from 'node:crypto'

/**
 * A message's id as one token, safe in a Message-ID and as a file name on any file system: the id itself where it is
 * one, else its SHA-256 in hex. Upper case is hashed too, since some file systems do not tell it apart.
 */
export const messageToken = (id: string): string =>
  /^[a-z0-9](?:[a-z0-9_-]|\.(?=[a-z0-9_-])){0,99}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')

/** The same for fields of providers that take letters, digits, `-` and `_` alone, and not many of them. */
export const plainToken = (id: string): string =>
  /^[a-z0-9_-]{1,64}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')
