import { describe, expect, it } from 'vitest'
import { answerOf, faultOf, leftAlready } from '../../testing/calls.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { getClient } from './index.ts'

describe('having a client', () => {
  const ada = aClient('c1', {
    emails: ['ada@x.org'],
    rows: ['d1'],
    parts: [{ row: 'd1', data: { kind: 'person', name: 'Ada', emails: [], phones: [], custom: {} } }],
    doubts: [{ client: 'c2', probability: 0.9 }],
  })

  it('answers all that is kept, by its id and by an address of its own', async () => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', ada)
    for (const client of ['c1', 'ADA@x.org']) {
      expect((await answerOf(getClient, { client }, ports)).data).toEqual({ client: ada })
    }
  })

  it('answers where its values come from', async () => {
    const { ports, directory } = fakePorts()
    const origin = { source: 'crm', name: 'main', import: 'r', at: '2026', row: 3 }
    directory.records.set('c1', aClient('c1', { rows: ['d'], origin, phones: ['+1'] }))
    const { data } = await answerOf(getClient, { client: 'c1', as: 'jscontact' }, ports)
    const provenance = { sources: [origin], fields: { '/name': [0], '/phones/0': [0] } }
    expect(data.provenance).toEqual(provenance)
    expect(data.card?.['chancery.dev:provenance']).toEqual(provenance)
  })

  it('answers what its sources said, word for word, where that is asked for', async () => {
    const { ports, directory } = fakePorts()
    const raw = [{ source: 'crm', import: 'r', at: '2026', row: 3, digest: 'd', values: { Fname: 'ADA' } }]
    directory.records.set('c1', { ...ada, raw })
    expect((await answerOf(getClient, { client: 'c1' }, ports)).data).toEqual({ client: ada })
    expect((await answerOf(getClient, { client: 'c1', raw: true }, ports)).data).toEqual({ client: ada, raw })
    directory.records.set('c1', ada)
    expect((await answerOf(getClient, { client: 'c1', raw: true }, ports)).data).toEqual({ client: ada, raw: [] })
  })

  it('answers it as a card of JSContact too', async () => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', ada)
    const { data } = await answerOf(getClient, { client: 'c1', as: 'jscontact' }, ports)
    expect(data).toMatchObject({
      client: ada,
      card: { '@type': 'Card', uid: 'chancery:c1', name: { full: 'Ada Lovelace' } },
    })
  })

  it.each(['c9', 'none@x.org', 'shared@x.org'])('finds none by %s', async (client) => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', { ...ada, emails: ['shared@x.org'] })
    directory.records.set('c2', aClient('c2', { emails: ['shared@x.org'] }))
    const fault = await faultOf(answerOf(getClient, { client }, ports))
    expect(fault).toMatchObject({ code: 'client_not_found', violations: [{ pointer: '/client' }] })
  })

  it('does nothing for a caller who has left', async () => {
    await expect(answerOf(getClient, { client: 'c1' }, fakePorts().ports, leftAlready())).rejects.toThrow()
  })
})
