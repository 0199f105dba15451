import { describe, expect, it } from 'vitest'
import type { ClientData } from '../../model/client-record.ts'
import { compareClients, profileOf } from './compare-clients.ts'

const client = (more: Partial<ClientData>): ClientData => ({
  kind: 'person',
  name: 'Ada Lovelace',
  emails: [],
  phones: [],
  custom: {},
  ...more,
})
const many = (size: number, make: (n: number) => string): string[] => Array.from({ length: size }, (_, n) => make(n))
const emails = (own: string, size: number) => many(size, (n) => `${own}${n}@${own}.example`)
const phones = (own: string, size: number) => many(size, (n) => `${own}${1_000_000 + n}`)
const compared = (a: ClientData, b: ClientData) => compareClients(profileOf(a), profileOf(b))

/** A list that counts how often one of its values is looked at. */
function counted(values: readonly string[]): { readonly list: string[]; reads(): number } {
  let reads = 0
  const list = new Proxy([...values], {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++
      return Reflect.get(target, name) as unknown
    },
  })
  return { list, reads: () => reads }
}

describe('clients of many values', () => {
  it('are compared without a look at every pair of them', () => {
    const size = 1000
    const one = { emails: counted(emails('a', size)), phones: counted(phones('1', size)) }
    const other = { emails: counted(emails('b', size)), phones: counted(phones('2', size)) }
    const profileWith = (lists: typeof one) => ({
      ...profileOf(client({})),
      emails: lists.emails.list,
      phones: lists.phones.list,
    })
    compareClients(profileWith(one), profileWith(other))
    for (const { reads } of [one.emails, one.phones, other.emails, other.phones]) {
      expect(reads()).toBeLessThan(10 * size)
    }
  })

  it('share one, wherever it is among them', () => {
    const a = client({
      emails: [...emails('a', 500), 'ada@firm.example'],
      phones: [...phones('1', 500), '+4930123456'],
    })
    const b = client({
      emails: [...emails('b', 500), 'ada@firm.example'],
      phones: [...phones('2', 500), '+4930123456'],
    })
    expect(compared(a, b)).toMatchObject({ email: 'same', phone: 'same' })
    const c = client({ emails: ['c@c.example'], phones: ['+49999999999'] })
    expect(compared(a, c)).toMatchObject({ email: 'different', phone: 'different' })
  })
})
