import { describe, expect, it } from 'vitest'
import { answerOf, faultOf } from '../../testing/calls.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { getClient } from '../get-client/index.ts'
import { splitClient } from '../split-client/index.ts'
import { settleClients } from './index.ts'

const ada = aClient('c1', { emails: ['ada@x.org'], rows: ['d1'], custom: { a: '1' } })
const countess = aClient('c2', {
  name: 'Ada King',
  emails: ['c@x.org', 'ada@x.org'],
  phones: ['+1'],
  jobTitle: 'Countess',
  custom: { a: '2', b: '3' },
  rows: ['d2'],
  externalIds: [{ source: 'crm', id: '7' }],
  doubts: [{ client: 'c1', probability: 0.9 }],
})

function twoClients() {
  const { ports, directory } = fakePorts()
  directory.records.set('c1', ada)
  directory.records.set('c2', countess)
  return { ports, records: directory.records }
}

describe('two clients', () => {
  it('become one, which keeps what it says and takes over what it lacks', async () => {
    const { ports, records } = twoClients()
    const { data } = await answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'same' }, ports)
    expect([...records.keys()]).toEqual(['c1'])
    expect(data).toEqual({ client: records.get('c1') })
    expect(data.client).toMatchObject({
      version: 2,
      name: 'Ada Lovelace',
      jobTitle: 'Countess',
      emails: ['ada@x.org', 'c@x.org'],
      phones: ['+1'],
      custom: { a: '1', b: '3' },
      rows: ['d1', 'd2'],
      externalIds: [{ source: 'crm', id: '7' }],
    })
    expect(data.client).not.toHaveProperty('doubts')
  })

  it('are found by either id, and are the ones that they were when they are taken apart', async () => {
    const { ports, records } = twoClients()
    const { data } = await answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'same' }, ports)
    expect(data.client.mergedFrom).toEqual(['c2'])
    expect((await answerOf(getClient, { client: 'c2' }, ports)).data.client.id).toBe('c1')
    const split = (await answerOf(splitClient, { client: 'c2', parts: [1] }, ports)).data
    expect([split.client.id, split.other.id]).toEqual(['c1', 'c2'])
    expect(split.client).not.toHaveProperty('mergedFrom')
    expect(split.other).toMatchObject({ name: 'Ada King', externalIds: countess.externalIds, rows: ['d2'] })
    expect([...records.keys()].toSorted()).toEqual(['c1', 'c2'])
    // And once more, the other way round.
    const again = await answerOf(settleClients, { client: 'c2', other: 'c1', decision: 'same' }, ports)
    expect(again.data.client).toMatchObject({ id: 'c2', mergedFrom: ['c1'] })
    expect((await answerOf(getClient, { client: 'c1' }, ports)).data.client.id).toBe('c2')
  })

  it('are told apart again', async () => {
    const { ports, records } = twoClients()
    await answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'same' }, ports)
    const { data } = await answerOf(splitClient, { client: 'c1', parts: [1], ifVersion: 2 }, ports)
    const { version: _version, updatedAt: _at, ...before } = ada
    expect(records.get('c1')).toMatchObject({ ...before, version: 3, apart: [data.other.id] })
    const { id: _id, doubts: _doubts, createdAt: _made, updatedAt: _changed, ...other } = countess
    expect(records.get(data.other.id)).toMatchObject({ ...other, apart: ['c1'] })
  })

  it('stay two, and are no doubt any more', async () => {
    const { ports, records } = twoClients()
    await answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'different' }, ports)
    expect(records.get('c1')).toEqual({ ...ada, version: 2, apart: ['c2'], updatedAt: expect.any(String) })
    expect(records.get('c2')).not.toHaveProperty('doubts')
    expect(records.get('c2')?.apart).toEqual(['c1'])
  })

  it('are not changed when it is said again that they are two, until there is a doubt again', async () => {
    const { ports, records } = twoClients()
    const say = () => answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'different' }, ports)
    const first = (await say()).data
    expect((await say()).data).toEqual(first)
    expect([records.get('c1')?.version, records.get('c2')?.version]).toEqual([2, 2])
    records.set('c1', { ...records.get('c1')!, doubts: [{ client: 'c2', probability: 0.8 }] })
    expect((await say()).data.client).not.toHaveProperty('doubts')
  })

  it('become one that is held apart from whoever either was, and from nobody else when they had been two', async () => {
    const { ports, records } = twoClients()
    records.set('c1', { ...ada, apart: ['c2', 'c8'] })
    records.set('c2', { ...countess, apart: ['c1', 'c9'] })
    await answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'same' }, ports)
    expect(records.get('c1')?.apart).toEqual(['c8', 'c9'])
    const { data } = await answerOf(splitClient, { client: 'c1', parts: [1] }, ports)
    expect(data.client.apart).toEqual(['c8', 'c9', data.other.id])
    expect(data.other.apart).toEqual(['c8', 'c9', 'c1'])
  })

  it('are not changed to try it', async () => {
    const { ports, records } = twoClients()
    await answerOf(settleClients, { client: 'c1', other: 'c2', decision: 'same', dryRun: true }, ports)
    expect([...records.values()]).toEqual([ada, countess])
  })

  it.each([
    [{ client: 'c1', other: 'c1' }, 'invalid_request', '/other'],
    [{ client: 'c1', other: 'c9' }, 'client_not_found', '/other'],
    [{ client: 'c1', other: 'c2', ifVersion: 9 }, 'write_conflict', '/ifVersion'],
  ])('refuses %j', async (input, code, pointer) => {
    const { ports } = twoClients()
    const fault = await faultOf(answerOf(settleClients, { ...input, decision: 'same' }, ports))
    expect(fault).toMatchObject({ code, violations: [{ pointer }] })
  })
})
