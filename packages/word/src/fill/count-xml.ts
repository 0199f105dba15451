import { ChanceryError } from '@chancery/core'

/** Most XML that one fill writes, in UTF-16 units; a string holds little more than twice as much. */
const maxXml = 200_000_000

/**
 * Counts the XML that one fill writes, whatever renders it: loops may repeat far more XML than text.
 * @throws `payload_too_large` once it is too much
 */
export function countXml(): (length: number) => void {
  let written = 0
  return (length) => {
    written += length
    if (written <= maxXml) return
    throw new ChanceryError('payload_too_large', 'The filled document would be too large.', {
      details: { what: 'characters', limit: maxXml, actual: written },
    })
  }
}
