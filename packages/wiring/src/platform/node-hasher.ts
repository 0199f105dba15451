import { createHash } from 'node:crypto'
import type { Hasher } from '@chancery/core'

export const nodeHasher: Hasher = { sha256: (bytes) => createHash('sha256').update(bytes).digest('hex') }
