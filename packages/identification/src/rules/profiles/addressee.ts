import { firstWithin } from '../read-values.ts'
import type { Finder } from './finding.ts'
import { findBuyer } from './invoice.ts'
import { findRecipient } from './letter.ts'

/** A block of an address has its name at most so far before its street. */
const reach = 90

/** The address below the name of whom a paper is addressed to, in the same block. */
export const findAddresseeAddress: Finder = (finding) => {
  const { index, values, profile } = finding
  const named = profile === 'letter' ? findRecipient(finding) : findBuyer(finding)
  return named.flatMap(({ value: name, score }) => {
    const address = firstWithin(values.of('address'), name.end, name.end + reach)
    if (address === undefined || /\n[ \t]*\n/.test(index.text.slice(name.end, address.start))) return []
    return [{ value: address, score: score * address.confidence, method: 'position' }]
  })
}
