import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEventRecording } from '@chancery/core'
import { compose, readConfiguration } from '@chancery/wiring'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHere, runProgram } from './commands.test-support.ts'
import { events as eventsCommand } from './events-command.ts'

const url = 'http://127.0.0.1:9/hook?token=geheim'
let data: string
beforeEach(() => (data = mkdtempSync(join(tmpdir(), 'chancery-events-'))))
afterEach(() => rmSync(data, { recursive: true, force: true }))

const settings = {
  CHANCERY_LOG: 'off',
  CHANCERY_SAFETY: 'inline',
  CHANCERY_WEBHOOK_URLS: url,
  CHANCERY_WEBHOOK_SECRETS: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
}

const events = (...args: string[]) => runHere(eventsCommand, [...args, '--data', data], settings)

describe('events', () => {
  it('lists what was not delivered, by its host alone, and tries it again', async () => {
    const composition = compose(readConfiguration({ ...settings, CHANCERY_DATA: data }))
    const { events: outbox, eventWork } = composition
    const endpoints = eventWork?.webhooks.endpoints ?? []
    let ids = 0
    const recording = createEventRecording({
      endpoints,
      ids: { next: () => `${++ids}` },
      clock: { now: () => 1000 },
    })
    await outbox.add(recording.templateGenerated('', 'email'))
    await outbox.add(recording.templateGenerated('', 'document'))
    await outbox.settle({ id: 'evt_1', endpoint: endpoints[0] ?? '' }, { state: 'dead', code: '503' })
    await composition.close()
    const dead = 'evt_1\ttemplate.generated\tdead\t1970-01-01T00:00:01.000Z\t0\t503\t127.0.0.1:9\n'
    const head = 'id\ttype\tstate\tsince\ttries\tcode\taddress\n'
    expect(await events('list', '--dead')).toMatchObject({ code: 0, out: head + dead })
    expect((await events('list')).out.split('\n')).toHaveLength(4)
    expect(await events('retry')).toMatchObject({ code: 0, out: '1 event is tried again.\n' })
    expect((await events('list', '--dead')).out).toBe(head)
  })

  it.each([
    [['--help'], 0],
    [['list', 'more'], 2],
    [['list', '--limit', '0'], 2],
    [['forget'], 2],
  ])('tells how it is used: %j', async (args, code) => {
    expect(await events(...args)).toMatchObject({ code })
  })

  it('is a program', () => expect(runProgram('events.ts', ['forget', '--data', data]).code).toBe(2))
})
