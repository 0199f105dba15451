import { describe, expect, it } from 'vitest'
import { answerOf, violationsOf } from '../../testing/calls.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { findClients } from './index.ts'

describe('finding clients', () => {
  const known = [
    aClient('c1', { emails: ['ada@x.org'], phones: ['+1'], externalIds: [{ source: 'crm', id: '7' }] }),
    aClient('c2', { name: 'Max Müller', emails: ['max@x.org'], phones: ['+1'] }),
    aClient('c3', { name: 'Müller Max', kind: 'organization' }),
    aClient('c4', { name: 'Cher' }),
  ]
  const find = async (input: object) => {
    const { ports, directory } = fakePorts()
    for (const client of known) directory.records.set(client.id, client)
    const { data } = await answerOf(findClients, input, ports)
    return { ids: data.clients.map(({ id }) => id), more: data.more }
  }

  it.each([
    [{ email: 'ADA@x.org' }, ['c1']],
    [{ phone: '+1' }, ['c1', 'c2']],
    [{ externalId: { source: 'crm', id: '7' } }, ['c1']],
    [{ externalId: { source: 'other', id: '7' } }, []],
    [{ name: 'Lovelace, ada' }, ['c1']],
    [{ name: 'max MULLER' }, ['c2', 'c3']],
    [{ name: 'cher' }, ['c4']],
    [{ name: 'Max' }, []],
    [{ phone: '+1', email: 'max@x.org' }, ['c2']],
    [{ phone: '+1', name: 'Max Müller' }, ['c2']],
    [{ phone: '+1', email: 'none@x.org' }, []],
  ])('by %j', async (input, ids) => expect(await find(input)).toEqual({ ids, more: false }))

  it('answers no more than is wanted, and says so', async () => {
    expect(await find({ phone: '+1', limit: 1 })).toEqual({ ids: ['c1'], more: true })
  })

  it('wants to know by what', () => expect(violationsOf(findClients, {})).toEqual([['', 'nothing_to_find']]))
})
