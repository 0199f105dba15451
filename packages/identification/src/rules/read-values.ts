import type { FieldType } from '@chancery/core'
import type { Candidate } from './candidate.ts'
import type { Conventions } from './conventions.ts'
import { firstAtOrAfter, lastAtOrBefore, type TextIndex } from './text-index.ts'
import { scanAddresses, withoutNames } from './values/addresses.ts'
import { columnAddresses } from './values/column-addresses.ts'
import { blockNames } from './values/block-names.ts'
import { scanBooleans } from './values/booleans.ts'
import { scanCountries } from './values/countries.ts'
import { scanDates } from './values/dates.ts'
import { scanDateTimes } from './values/datetimes.ts'
import { scanDurations } from './values/durations.ts'
import { scanEmails } from './values/email.ts'
import { firmsByScript } from './values/firms-by-script.ts'
import { scanIbans } from './values/iban.ts'
import { scanIdentifiers } from './values/identifiers.ts'
import { scanMoney } from './values/money.ts'
import { integersOf, scanNumbers } from './values/numbers.ts'
import { scanOrganizations } from './values/organizations.ts'
import { scanParties } from './values/parties.ts'
import { scanPercents } from './values/percent.ts'
import { scanPersons } from './values/persons.ts'
import { scanPhones, type ParsePhone } from './values/phone.ts'
import { scanTaxIds } from './values/tax-ids.ts'
import { scanUrls } from './values/url.ts'

/** Every value in the text, by type, each list in the order of the text. */
export interface Values {
  of(type: FieldType): readonly Candidate[]
  all(): Iterable<Candidate>
  /** Of organizations and persons together. */
  readonly names: readonly Candidate[]
}

/** What is shorter and lies inside one of these is a part of it, and no value of its own. */
const whole: readonly FieldType[] = [
  'iban',
  'email',
  'url',
  'datetime',
  'date',
  'identifier',
  'money',
  'percent',
  'phone',
  'duration',
]

/**
 * Runs all scanners; `pause` is awaited between them, so that a long text does not hold the process.
 * @param mostPhones as `scanPhones` takes it
 */
export async function readValues(
  index: TextIndex,
  how: Conventions,
  parsePhone: ParsePhone,
  mostPhones: number,
  pause: () => Promise<void>,
): Promise<Values> {
  const { text } = index
  const lists = new Map<FieldType, Candidate[]>()
  const put = (type: FieldType, found: readonly Candidate[]): void => {
    lists.set(
      type,
      found.toSorted((a, b) => a.start - b.start || b.end - a.end),
    )
  }
  const dates = scanDates(index, how)
  put('date', dates)
  put('datetime', scanDateTimes(text, dates))
  await pause()
  put('number', scanNumbers(text, how))
  put('percent', scanPercents(text, how))
  put('money', scanMoney(text, how, lists.get('date')))
  await pause()
  put('email', scanEmails(text))
  put('url', scanUrls(text))
  put('iban', scanIbans(text))
  put('phone', scanPhones(index, how.region, parsePhone, mostPhones))
  await pause()
  put('identifier', [...scanTaxIds(text), ...scanIdentifiers(text)])
  put('duration', scanDurations(index))
  put('country', scanCountries(index))
  put('boolean', scanBooleans(text))
  await pause()
  const organizations = [...scanOrganizations(index), ...firmsByScript(text)].toSorted((a, b) => a.start - b.start)
  put('organization', organizations)
  put('person', withoutFirms(scanPersons(index), organizations))
  await pause()
  const strong = whole
    .flatMap((type) => (lists.get(type) ?? []).filter((value) => !value.bare))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  for (const [type, found] of lists) put(type, outside(found, strong))
  const names = [...(lists.get('organization') ?? []), ...(lists.get('person') ?? [])].toSorted(
    (a, b) => a.start - b.start,
  )
  // In columns the lines of an address are whole, and half a one in a cell is none.
  const inColumns = columnAddresses(index, names).toSorted((a, b) => a.start - b.start)
  const plain = scanAddresses(index, names).filter(({ start, confidence }) => {
    const last = lastAtOrBefore(inColumns, start)
    return !inColumns
      .slice(Math.max(0, last - 3), last + 1)
      .some((whole) => start < whole.end && whole.confidence >= confidence)
  })
  put('address', withoutNames(text, [...plain, ...inColumns], names))
  // Whose address it is shows a name, too.
  const blocks = blockNames(index, lists.get('address') ?? [], names)
  put('organization', [...(lists.get('organization') ?? []), ...blocks.organizations])
  put('person', [...(lists.get('person') ?? []), ...blocks.persons])
  // A street may be called like somebody.
  const addresses = lists.get('address') ?? []
  const ofStreets = (name: Candidate): boolean =>
    (addresses[lastAtOrBefore(addresses, name.start)]?.end ?? -1) >= name.end
  put(
    'party',
    scanParties(
      index,
      names.filter((name) => !ofStreets(name)),
    ),
  )
  return {
    of(type) {
      // Numbers in another form, which few ask for.
      if (type === 'integer' && !lists.has(type)) lists.set(type, integersOf(lists.get('number') ?? []))
      return lists.get(type) ?? []
    },
    all: () => [...lists.values()].flat(),
    names,
  }
}

/** Those that no surer and longer value of another type covers. `covers` are in the order of the text, the longest first. */
function outside(found: readonly Candidate[], covers: readonly Candidate[]): Candidate[] {
  const rank = (value: Candidate): number =>
    value.type === 'identifier' && value.bare === true ? -1 : whole.indexOf(value.type)
  return found.filter((value) => {
    if (value.type === 'party' || value.type === 'address') return true
    for (let at = firstAtOrAfter(covers, value.end) - 1, looked = 0; at >= 0 && looked < 6; at -= 1, looked += 1) {
      const cover = covers[at]
      if (!cover || cover.end <= value.start || cover.type === value.type) continue
      if (cover.type === 'datetime' && value.type === 'date') continue
      if (cover.type === 'money' && (value.type === 'number' || value.type === 'integer')) continue
      if (cover.type === 'percent' && (value.type === 'number' || value.type === 'integer')) continue
      // `37.5 hours` is how many they are, too.
      if (cover.type === 'duration' && cover.start === value.start && value.type === 'number') continue
      if (value.type === 'organization' && cover.type !== 'email' && cover.type !== 'url') continue
      const inside = cover.start <= value.start && cover.end >= value.end
      if (inside && (rank(value) === -1 || rank(cover) < rank(value))) return false
      if (!inside && rank(value) > rank(cover) && cover.confidence >= value.confidence) return false
    }
    return true
  })
}

/** Persons that are no words of a firm's name; `firms` are in order. */
function withoutFirms(persons: readonly Candidate[], firms: readonly Candidate[]): Candidate[] {
  return persons.filter((person) => {
    const firm = firms[lastAtOrBefore(firms, person.end - 1)]
    return firm === undefined || firm.end <= person.start || firm.confidence < person.confidence
  })
}

/** The first value of a sorted list that starts within a stretch. */
export function firstWithin(list: readonly Candidate[], start: number, end: number): Candidate | undefined {
  const first = list[firstAtOrAfter(list, start)]
  return first && first.start < end ? first : undefined
}
