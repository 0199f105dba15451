import { describe, expect, it } from 'vitest'
import { answerOf, faultOf } from '../../testing/calls.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import type { ClientData, ClientRecord } from '../../model/client-record.ts'
import { settleClients } from '../settle-clients/index.ts'
import { splitClient } from './index.ts'

const said = (name: string, more: Partial<ClientData> = {}): ClientData => ({
  kind: 'person',
  name,
  emails: [],
  phones: [],
  custom: {},
  ...more,
})
const both = aClient('c1', {
  ...said('Max Lovelace', { emails: ['max@x.org', 'ada@x.org'], jobTitle: 'Poet' }),
  version: 4,
  rows: ['r3', 'r2', 'r1', 'r0'],
  externalIds: [
    { source: 'crm', id: '1' },
    { source: 'crm', id: '2' },
  ],
  parts: [
    { row: 'r3', data: said('Max Lovelace', { emails: ['max@x.org'] }), externalId: { source: 'crm', id: '2' } },
    { row: 'r2', data: said('Ada Lovelace', { jobTitle: 'Poet' }) },
    { row: 'r1', data: said('Ada Byron', { emails: ['ada@x.org'] }), externalId: { source: 'crm', id: '1' } },
  ],
})

interface Told {
  readonly id: string
  readonly externalIds: ClientRecord['externalIds']
  readonly saidAt?: string | undefined
  readonly origin?: object | undefined
  readonly consents?: readonly object[] | undefined
}

const raw = (digest: string) => ({ ...origin('csv'), digest, values: { Name: digest } })
const origin = (source: string) => ({ source, import: 'r', at: '2026', row: 1 })

describe('a client that is two', () => {
  const call = (input: object) => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', both)
    return { answer: answerOf(splitClient, { client: 'c1', ...input }, ports), records: directory.records }
  }

  it('becomes what each of its parts says, the newer correcting the older', async () => {
    const { answer, records } = call({ parts: [0] })
    const { client, other } = (await answer).data
    expect(client).toMatchObject({
      id: 'c1',
      version: 5,
      name: 'Ada Lovelace',
      jobTitle: 'Poet',
      emails: ['ada@x.org'],
      externalIds: [{ source: 'crm', id: '1' }],
      rows: ['r2', 'r1', 'r0'],
      apart: [other.id],
    })
    expect(other).toMatchObject({
      version: 1,
      name: 'Max Lovelace',
      emails: ['max@x.org'],
      externalIds: [{ source: 'crm', id: '2' }],
      rows: ['r3'],
      apart: ['c1'],
    })
    expect([...records.values()]).toEqual([client, other])
  })

  it.each([
    [[{ source: 'crm', id: '7' }]],
    [
      [
        { source: 'crm', id: '7' },
        { source: 'clio', id: '8' },
      ],
    ],
  ])('that was made of two has the ids of each again: %j', async (externalIds) => {
    const { ports, directory } = fakePorts()
    const ada = aClient('c1', {
      ...said('Ada'),
      rows: ['a'],
      externalIds,
      saidAt: '2026-01-01T00:00:00.000Z',
      origin: origin('csv'),
      raw: [raw('a')],
    })
    const max = aClient('c2', {
      ...said('Max'),
      rows: ['b'],
      externalIds: externalIds.map(({ source }) => ({ source, id: '9' })),
      saidAt: '2026-02-01T00:00:00.000Z',
      origin: origin('crm'),
      consents: [{ purpose: 'news', withdrawn: true }],
      raw: [raw('b')],
    })
    for (const each of [ada, max]) directory.records.set(each.id, each)
    await answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'same' }, ports)
    const whole = directory.records.get('c1')
    expect(whole?.externalIds).toEqual([...ada.externalIds, ...max.externalIds])
    expect(whole).toMatchObject({ saidAt: max.saidAt, consents: max.consents })
    expect(whole?.parts?.map((each) => each.origin)).toEqual([origin('csv'), origin('crm')])
    const { client, other } = (await answerOf(splitClient, { client: 'c1', parts: [1] }, ports)).data
    const told = ({ externalIds: ids, saidAt, id, ...more }: Told) => {
      return { id, ids, saidAt, origin: more.origin, consents: more.consents }
    }
    expect([client, other].map(told)).toEqual([ada, max].map(told))
    expect(client).not.toHaveProperty('raw')
    expect([client, other].map(({ id }) => directory.records.get(id)?.raw)).toEqual([ada.raw, max.raw])
  })

  it('is not changed to try it', async () => {
    const { answer, records } = call({ parts: [0], dryRun: true })
    await answer
    expect([...records.values()]).toEqual([both])
  })

  it.each([
    [{ parts: [3] }, 'invalid_request', '/parts'],
    [{ parts: [0, 1, 2] }, 'invalid_request', '/parts'],
    [{ parts: [0], ifVersion: 3 }, 'write_conflict', '/ifVersion'],
  ])('is refused %j', async (input, code, pointer) => {
    expect(await faultOf(call(input).answer)).toMatchObject({ code, violations: [{ pointer }] })
  })
})
