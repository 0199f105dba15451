import { ChanceryError } from '@chancery/core'
import { readZip } from '@chancery/formats/zip'

const perByteMs = 0.02
/** Repetition packs well: 800 pages that say the same are 13 kB, and 3 MB of XML. */
const perUnpackedByteMs = 0.0015

/**
 * Time on a processor that a conversion may take for the size of its document, in ms: at least three times what was
 * measured of 260 real Word files, beside a constant part.
 */
export const workOfSize = (bytes: Uint8Array): number =>
  bytes.length * perByteMs + unpackedBytes(bytes) * perUnpackedByteMs

/** What an archive says that it holds; 0 where it is none. */
function unpackedBytes(bytes: Uint8Array): number {
  try {
    return [...readZip(bytes).values()].reduce((sum, { size }) => sum + size, 0)
  } catch (error) {
    if (ChanceryError.is(error)) return 0
    throw error
  }
}
