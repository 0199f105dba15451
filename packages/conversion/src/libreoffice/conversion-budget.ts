import { ChanceryError } from '@chancery/core'
import { readZip } from '@chancery/formats/zip'

const perByteMs = 0.02
/** Repetition packs well: 800 pages that say the same are 13 kB, and 3 MB of XML. */
const perUnpackedByteMs = 0.0015
/** A quarter of the least that a part of XML cost a byte, of large and real Word files: 400 ms a MB. */
const leastPerByteMs = 0.0001

/**
 * Time on a processor that a conversion may take for the size of its document, in ms: at least three times what was
 * measured of 260 real Word files, beside a constant part.
 */
export const workOfSize = (bytes: Uint8Array): number =>
  bytes.length * perByteMs + unpackedBytes(bytes) * perUnpackedByteMs

/**
 * Refuses a document whose conversion would be stopped in any case, before an office works for it.
 * @param mostMs on a processor
 * @throws `payload_too_large`
 */
export function boundWork(bytes: Uint8Array, mostMs: number): void {
  if (unpackedBytes(bytes, /\.xml$/i) * leastPerByteMs > mostMs) throw tooLong(mostMs)
}

/** That of a document of its size could well take longer, with nobody waiting. */
export const tooLong = (limit: number): ChanceryError =>
  new ChanceryError('payload_too_large', 'Its conversion takes longer than a caller may wait for, and was stopped.', {
    details: { what: 'ms of conversion', limit: Math.round(limit) },
  })

/** What an archive says that its parts of such names hold; 0 where it is none. */
function unpackedBytes(bytes: Uint8Array, names = /^/): number {
  try {
    return [...readZip(bytes)].reduce((sum, [name, { size }]) => (names.test(name) ? sum + size : sum), 0)
  } catch (error) {
    if (ChanceryError.is(error)) return 0
    throw error
  }
}
