import type { SourceRow } from '@chancery/core'
import { clientSourceContract } from '@chancery/port-contracts/client-source'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { createClientNormalizer } from '../normalizer/client-normalizer.ts'
import { createJsonSource, createNdjsonSource } from './json-source.ts'

const { signal } = new AbortController()

async function read(input: unknown) {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  const { columns, rows } = await createJsonSource().read({ document: vettedForTest(text, 'json') }, { signal })
  const all: SourceRow[] = []
  for await (const row of rows) all.push(row)
  return { columns, rows: all, faults: all.map(({ faults }) => faults.map(({ code }) => code).join()) }
}

clientSourceContract('json', () => ({
  source: createJsonSource(),
  write: (records) => vettedForTest(JSON.stringify(records), 'json'),
  columns: { name: 'name', note: 'note' },
  damaged: vettedForTest('{"name":"Ada"}\n{"name":"Al', 'json'),
}))

clientSourceContract('ndjson', () => ({
  source: createNdjsonSource(),
  write: (records) => vettedForTest(records.map((record) => JSON.stringify(record)).join('\n'), 'text'),
  columns: { name: 'name', note: 'note' },
  damaged: vettedForTest('{"name":"Ada"}\n{"name":"Al', 'text'),
}))

const one = { name: 'Ada', email: 'a@x.org' }

describe('shapes of JSON', () => {
  it('leaves out the link that Salesforce puts into each record', async () => {
    const attributes = { type: 'Contact', url: '/services/data/v60.0/sobjects/Contact/003A' }
    const contact = { attributes, ...one, Account: { attributes: { type: 'Account' }, Name: 'Edge' } }
    const { columns } = await read({ totalSize: 1, done: true, records: [contact] })
    expect(columns).toEqual(['name', 'email', 'Account.Name'])
    expect((await read({ ...one, attributes: { type: 'a', colour: 'red' } })).columns).toContain('attributes.colour')
  })

  it.each<[string, unknown, number]>([
    ['a list', [one, one], 2],
    ['one object', one, 1],
    ['an empty list', [], 0],
    ['a wrapped list', { contacts: [one, one], total: 2 }, 2],
    ['an empty wrapped list', { contacts: [], total: 0 }, 0],
    ['a list two levels down', { status: 'ok', data: { contacts: [one, one], page: { next: 1 } } }, 2],
    ['a client with lists of its own', { ...one, phones: [{ value: '1' }, { value: '2' }] }, 1],
    ['a client with a name of parts', { name: { given: 'Ada' }, phones: [{ value: '1' }, { value: '2' }] }, 1],
    ['lines', `${JSON.stringify(one)}\n\n${JSON.stringify(one)}\r\n`, 2],
    ['lines with record separators', `\u001e${JSON.stringify(one)}\n\u001e${JSON.stringify(one)}\n`, 2],
    ['a byte order mark', `\ufeff${JSON.stringify([one])}`, 1],
  ])('%s', async (_name, input, count) => {
    const { rows, faults } = await read(input)
    expect(rows).toHaveLength(count)
    expect(faults.join('')).toBe('')
  })

  it('reads what HubSpot answers', async () => {
    const { columns, rows } = await read({
      results: [
        {
          id: '51',
          properties: {
            email: 'ada@x.org',
            firstname: 'Ada',
            lastname: 'Lovelace',
            lifecyclestage: 'lead',
            phone: null,
          },
          createdAt: '2024-01-01T00:00:00Z',
          archived: false,
        },
      ],
      paging: { next: { after: '52', link: 'https://x' } },
    })
    const normalizer = createClientNormalizer()
    const mapping = await normalizer.map(columns, rows, {})
    const [row] = await normalizer.normalize(rows, mapping, { locale: 'en' })
    expect(row).toMatchObject({
      externalId: '51',
      data: {
        name: 'Ada Lovelace',
        givenName: 'Ada',
        familyName: 'Lovelace',
        emails: ['ada@x.org'],
        custom: { lifecyclestage: 'lead', archived: 'false' },
      },
    })
  })

  it('reads what Google People answers', async () => {
    const { columns, rows } = await read({
      connections: [
        {
          resourceName: 'people/c1',
          names: [{ displayName: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' }],
          emailAddresses: [{ value: 'ada@x.org' }, { value: 'ada@y.org' }],
          phoneNumbers: [
            { value: '+44 20 7946 0958', type: 'work' },
            { value: '+44 20 7946 0959', type: 'workFax' },
            { value: '+44 7911 123456', type: 'mobile', label: 'Evenings' },
          ],
          addresses: [{ streetAddress: '1 St', city: 'London', postalCode: 'W1', country: 'United Kingdom' }],
          organizations: [{ name: 'Engines Ltd', title: 'Analyst' }],
        },
      ],
      totalItems: 1,
    })
    const normalizer = createClientNormalizer()
    const [row] = await normalizer.normalize(rows, await normalizer.map(columns, rows, {}), { locale: 'en' })
    expect(row?.data).toMatchObject({
      name: 'Ada Lovelace',
      emails: ['ada@x.org', 'ada@y.org'],
      phones: ['+442079460958', '+447911123456'],
      contactLabels: { '+442079460958': ['work'], '+447911123456': ['mobile', 'Evenings'] },
      organization: 'Engines Ltd',
      jobTitle: 'Analyst',
      address: { street: '1 St', locality: 'London', postcode: 'W1', country: 'GB' },
    })
  })

  it('keeps ids that no double can hold', async () => {
    const { rows } = await read('[{"id":12345678901234567890,"n":1.5,"ok":true}]')
    expect(rows[0]?.values.map(({ value }) => value)).toEqual(['12345678901234567890', '1.5', 'true'])
  })

  it('names what is no client', async () => {
    const { faults } = await read([one, null, 'text', 7, [one], {}])
    expect(faults).toEqual(['', ...Array<string>(4).fill('not_an_object'), ''])
    expect((await read('{"a":1}\nnot json\n{"a":2}')).faults).toEqual(['', 'not_json', ''])
  })

  it('keeps hostile keys as columns', async () => {
    const { columns } = await read('[{"__proto__":{"polluted":"1"},"constructor":"2","":"3"," ":"4"}]')
    expect(columns).toEqual(['__proto__.polluted', 'constructor', 'value'])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it.each<[string, string, string]>([
    ['no JSON', 'Dear Sir', 'in line 1, column 1.'],
    ['nothing', '', 'at its end.'],
    ['a list with a comma too many', '\n[{"name":"Ada"},\n {"name":"Al",}]', 'in line 3, column 15.'],
    ['a list cut off', '[{"name":"Ada"},\n{"name":"Al', 'at its end.'],
    ['an object cut off', '{\n"name": "Ada",\n"x": {}\n', 'at its end.'],
    ['lines of something else', '{"name":"Ada"}\nx\ny\nz', 'most of its lines are no objects.'],
  ])('refuses %s, and says where', async (_name, text, where) => {
    const message = expect.stringMatching(`^The document is not JSON.* ${where}$`) as string
    await expect(read(text)).rejects.toMatchObject({ code: 'document_corrupt', message })
  })

  it('bounds depth, width and columns', async () => {
    const deep = `[{"a":${'['.repeat(5000)}1${']'.repeat(5000)}}]`
    expect((await read(deep)).faults).toEqual(['too_many_values'])
    expect((await read([{ tags: Array(5000).fill('x') }])).faults).toEqual(['too_many_values'])
    const wide = Array.from({ length: 3000 }, (_, n) => ({ [`column ${n}`]: 1 }))
    await expect(read(wide)).rejects.toMatchObject({ code: 'unsupported_document' })
    const long = JSON.stringify([{ name: 'Ada' }, { ['k'.repeat(100_000)]: 'x' }])
    await expect(read(long)).rejects.toMatchObject({ code: 'unsupported_document' })
  })
})
