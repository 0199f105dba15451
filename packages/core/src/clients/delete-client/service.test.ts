import { describe, expect, it } from 'vitest'
import { answerOf, faultOf } from '../../testing/calls.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { deleteClient } from './index.ts'

describe('taking a client away', () => {
  const ada = aClient('c1', { emails: ['ada@x.org'], version: 3 })
  const call = (input: object) => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', ada)
    return { answer: answerOf(deleteClient, { client: 'c1', ...input }, ports), records: directory.records }
  }

  it('answers what was there, and leaves nothing of it', async () => {
    const { answer, records } = call({ ifVersion: 3 })
    expect((await answer).data).toMatchObject({ client: ada, deletion: { client: ada.id } })
    expect(records.size).toBe(0)
  })

  it('only says so in a dry run', async () => {
    const { answer, records } = call({ dryRun: true })
    expect((await answer).data).toMatchObject({ client: ada, deletion: { client: ada.id } })
    expect(records.size).toBe(1)
  })

  it.each([
    [{ client: 'c9' }, 'client_not_found', '/client'],
    [{ ifVersion: 2 }, 'write_conflict', '/ifVersion'],
  ])('refuses %j', async (input, code, pointer) => {
    const { answer, records } = call(input)
    expect(await faultOf(answer)).toMatchObject({ code, retryable: false, violations: [{ pointer }] })
    expect(records.size).toBe(1)
  })
})
