import { firstWithin } from '../read-values.ts'
import { lineAt } from '../text-index.ts'
import type { Finder } from './finding.ts'
import { houseAbove } from './house-above.ts'
import { findBuyer } from './invoice.ts'
import { findRecipient } from './letter.ts'

/** A block of an address has its name at most so far before its street. */
const reach = 90

/** Before the name of whom the letterhead says that the house is: `Inh. Resi Sonnleitner`. */
const ownsHouse =
  /(?<!\p{L})(?:Inh|Inhaber(?:in)?|Prop|Proprietor|Owner|Gérante?|Titolare|Titular|Eigenaar)[.:]{0,2} $/iu

/** Who stands above an address in the head of a paper that is not the letterhead's: whom it is sent to. */
export const findAddressee: Finder = ({ index, values }) => {
  const { text } = index
  const [first] = values.of('address')
  const issuer = values.of('organization').find(({ start }) => text.slice(0, start).trim() === '')
  const between =
    first && issuer && [...values.of('person')].some(({ start, end }) => start > issuer.end && end < first.start)
  // Somebody's name between that of the issuer and the first address: it is not the letterhead's.
  const letterhead = between === true ? undefined : first
  return [...values.of('person'), ...values.of('organization')]
    .filter(({ start, end }) => {
      const address = start < 2500 && start > 0 ? firstWithin(values.of('address'), end, end + reach) : undefined
      return (
        !ownsHouse.test(text.slice(Math.max(0, start - 24), start)) &&
        address !== undefined &&
        address !== letterhead &&
        lineAt(index, start).number !== lineAt(index, address.start).number &&
        /^[^\n:]{0,36}\r?\n[^\n]{0,40}\n?[ \t]*$/u.test(text.slice(end, address.start))
      )
    })
    .toSorted((a, b) => a.start - b.start)
    .slice(0, 2)
    .flatMap((value) => {
      const house = value.type === 'person' ? houseAbove(index, value) : undefined
      return house === undefined ? [value] : [house, value]
    })
    .map((value, at) => ({
      value: { ...value, type: 'party', value: { name: value.value, role: null } },
      score: 0.46 - at * 0.06,
      method: 'position',
    }))
}

/** The address below the name of whom a paper is addressed to, in the same block. */
export const findAddresseeAddress: Finder = (finding) => {
  const { index, values, profile } = finding
  const named = profile === 'letter' ? findRecipient(finding) : [...findBuyer(finding), ...findAddressee(finding)]
  return named.flatMap(({ value: name, score }) => {
    const address = firstWithin(values.of('address'), name.end, name.end + reach)
    if (address === undefined || /\n[ \t]*\n/.test(index.text.slice(name.end, address.start))) return []
    return [{ value: address, score: score * address.confidence, method: 'position' }]
  })
}
