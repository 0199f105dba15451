import { hash } from 'node:crypto'
import { type DocumentGuard, throwIfCancelled, type VettedDocument } from '@chancery/core'
import { signatureOf } from './type/binary-signature.ts'

/** Bytes of packages that are kept, the last ones. */
const maxKept = 16 * 1024 * 1024
/** A larger one would hold up others while it is hashed. */
const maxBytes = 8 * 1024 * 1024
/** Digests of packages that came once. */
const maxSeen = 1000

/**
 * A guard that vets a package no more than twice, as long as it comes again and again, which templates do: what comes of it
 * hangs on the bytes and the options alone. Of what came once nothing is kept but a digest. Refusals, what a password opens
 * and what is to be told of faults are looked at each time.
 */
export function rememberingGuard(guard: DocumentGuard): DocumentGuard {
  const known = new Map<string, VettedDocument>()
  const seen = new Set<string>()
  let total = 0

  function keep(key: string, document: VettedDocument): void {
    known.set(key, document)
    total += document.bytes.length
    for (const [oldest, { bytes }] of known) {
      if (total <= maxKept) return
      known.delete(oldest)
      total -= bytes.length
    }
  }

  /** Whether it came before. */
  function note(key: string): boolean {
    if (seen.delete(key)) return true
    seen.add(key)
    const [oldest] = seen
    if (seen.size > maxSeen && oldest !== undefined) seen.delete(oldest)
    return false
  }

  return {
    identify: (bytes, tail) => guard.identify(bytes, tail),
    archivedNames: (bytes, options) => guard.archivedNames(bytes, options),
    async vet(bytes, options) {
      const { signal, password, faults, filename, contentType, accept } = options
      const isKept = password === undefined && faults === undefined && bytes.length <= maxBytes
      if (!isKept || signatureOf(bytes) !== 'zip') return guard.vet(bytes, options)
      throwIfCancelled(signal)
      const key = JSON.stringify([hash('sha256', bytes, 'base64'), filename, contentType, accept])
      const found = known.get(key)
      if (found !== undefined) {
        known.delete(key)
        known.set(key, found)
        return found
      }
      const vetted = await guard.vet(bytes, options)
      if (!note(key) || known.has(key)) return vetted
      const document = { ...vetted, sha256: hash('sha256', vetted.bytes, 'hex') }
      keep(key, document)
      return document
    },
  }
}
