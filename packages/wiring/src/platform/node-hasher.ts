import { hash } from 'node:crypto'
import type { Hasher } from '@chancery/core'

/** In one call: for bytes of a few kB, a hash object costs as much as the hash. */
export const nodeHasher: Hasher = { sha256: (bytes) => hash('sha256', bytes, 'hex') }
