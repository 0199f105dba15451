import type { ClientData, SourceRow } from '@chancery/core'
import { clientSourceContract } from '@chancery/port-contracts/client-source'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { createClientNormalizer } from '../normalizer/client-normalizer.ts'
import { createLdifSource } from './ldif-source.ts'

const { signal } = new AbortController()

async function read(text: string) {
  const { columns, rows } = await createLdifSource().read({ document: vettedForTest(text, 'text') }, { signal })
  const all: SourceRow[] = []
  for await (const row of rows) all.push(row)
  return { columns, rows: all, faults: all.map(({ faults }) => faults.map(({ code }) => code).join()) }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const entry = (...lines: string[]): string => `${lines.join('\n')}\n\n`

clientSourceContract('ldif', () => ({
  source: createLdifSource(),
  write: (records) =>
    vettedForTest(
      records
        .map(({ name, note }, n) => entry(`dn: uid=${n}`, `cn:: ${base64(name)}`, `description:: ${base64(note)}`))
        .join(''),
      'text',
    ),
  columns: { name: 'commonName', note: 'description' },
  damaged: vettedForTest(`${entry('dn: cn=a', 'cn: Ada')}dn: cn=b\ncn`, 'text'),
}))

describe('what directories export', () => {
  it.each([
    ['blanks in the line between them', '\n \n'],
    ['no line between them', '\n'],
  ])('keeps apart what begins anew, with %s', async (_, between) => {
    const { rows, faults } = await read(['dn: cn=a\ncn: Ada\nmail: a@x.org', 'DN: cn=b\ncn: Bob'].join(between))
    expect(rows.map(({ values }) => values.map(({ value }) => value))).toEqual([['Ada', 'a@x.org'], ['Bob']])
    expect(faults).toEqual(['', ''])
  })

  it.each([
    [['birthyear: 1971', 'birthmonth: 3', 'birthday: 9'], { birthDate: '1971-3-9' }],
    [['birthmonth: 3', 'birthday: 9'], { birthmonth: '3', birthday: '9' }],
  ])('puts a birthday of Thunderbird together: %s', async (lines, expected) => {
    const { rows } = await read(entry('dn: cn=Ada', 'objectclass: person', ...lines))
    expect(Object.fromEntries((rows[0]?.values ?? []).map(({ column, value }) => [column, value]))).toEqual(expected)
  })

  it('reads an address book of Thunderbird', async () => {
    const { columns, rows } = await read(
      entry(
        'version: 1',
        'dn: cn=Ada King Lovelace,mail=ada@example.com',
        'objectclass: top',
        'objectclass: person',
        'objectclass: mozillaAbPersonAlpha',
        'givenName: Ada',
        'sn: Lovelace',
        `cn:: ${base64('Ada Kíng Lovelace')}`,
        'mail: Ada@Example.com',
        'telephoneNumber: +44 20 7946 0958',
        'mobile: +44 7911 123456',
        'facsimileTelephoneNumber: +44 20 7946 0000',
        '# a comment that goes',
        '  on in the next line',
        'street: 12 St James ',
        ' Sq',
        'l: London',
        'postalCode: SW1Y 4JH',
        'c: GB',
        'o;lang-en: Analytical Engines',
        'title: Head of Computing',
        'userPassword:: c2VjcmV0',
        'jpegPhoto:: /9j/4AAQ',
      ),
    )
    expect(columns.join()).not.toMatch(/password|photo/i)
    const normalizer = createClientNormalizer()
    const [row] = await normalizer.normalize(rows, await normalizer.map(columns, rows, {}), { locale: 'en' })
    const expected: Partial<ClientData> = {
      name: 'Ada Kíng Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      emails: ['ada@example.com'],
      phones: ['+442079460958', '+447911123456'],
      organization: 'Analytical Engines',
      jobTitle: 'Head of Computing',
      address: { street: '12 St James Sq', postcode: 'SW1Y 4JH', locality: 'London', country: 'GB' },
      custom: { facsimileTelephoneNumber: '+44 20 7946 0000' },
    }
    expect(row).toMatchObject({ data: expected, externalId: 'cn=Ada King Lovelace,mail=ada@example.com', warnings: [] })
  })

  it('tells groups, changes, and values that are elsewhere', async () => {
    const { faults } = await read(
      entry('dn: cn=all', 'objectClass: groupOfNames', 'cn: all', 'member: cn=a') +
        entry('dn: cn=a', 'changetype: modify', 'replace: mail', 'mail: b@x.org', '-') +
        entry('dn: cn=b', 'cn: B', 'description:< file:///etc/passwd') +
        entry('cn: C'),
    )
    expect(faults).toEqual(['entry_is_group', 'entry_is_change,lines_not_read', 'value_elsewhere', 'entry_without_dn'])
  })

  it.each(['', '\n\n', '# nothing\n'])('refuses %j', (text) =>
    expect(read(text)).rejects.toMatchObject({ code: 'document_corrupt' }),
  )

  it.each<[what: string, make: (size: number) => string]>([
    ['continuations', (size) => entry('dn: a', 'cn: A', ...Array<string>(size).fill(' x'))],
    ['empty entries', (size) => 'dn: a\n\n'.repeat(size)],
    ['dollars', (size) => entry('dn: a', `postalAddress: ${' $'.repeat(size)}`)],
    ['options', (size) => entry('dn: a', `cn${';'.repeat(size)}: A`)],
  ])('takes linear time for many %s', async (_, make) => {
    await expectLinearTime(12_500, make, read)
  })
})

it('goes on where an entry ended, and reads nothing before it again where the columns are known', async () => {
  const [first, rest] = ['version: 1\ndn: a\ncn: Ada\n\n', 'dn: b\ncn: Alan\n\n\ndn: c\ncn: Grace\n']
  const source = createLdifSource()
  const rowsOf = async (text: string, behind: { readonly cursor?: string; readonly columns?: readonly string[] }) => {
    const all: SourceRow[] = []
    for await (const row of (await source.read({ document: vettedForTest(text, 'text'), ...behind }, { signal }))
      .rows) {
      all.push(row)
    }
    return all
  }
  const rows = await rowsOf(first + rest, {})
  const cursor = rows[0]?.cursor ?? ''
  expect(cursor).toBe(`1.${first.length + rest.length}.${first.length}`)
  const behind = await rowsOf(' '.repeat(first.length) + rest, { cursor, columns: ['commonName'] })
  expect(behind).toEqual(rows.slice(1))
})

it('takes an entry of more values than a client has for none', async () => {
  const { faults } = await read(`dn: a\n${Array.from({ length: 1001 }, (_, n) => `mail: a${n}@x.org\n`).join('')}`)
  expect(faults.flat().join()).toBe('too_many_values')
})
