import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { createEventRecording } from '@chancery/core'
import { compose, readConfiguration } from '@chancery/wiring'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverProgram } from './server-program.test-support.ts'

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

function events(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [serverProgram('events.ts'), ...args, '--data', data],
    { encoding: 'utf8', env: { ...childEnvironment, ...settings } },
  )
  return { out: stdout, error: stderr, code: status }
}

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
    expect(events('list', '--dead')).toMatchObject({ code: 0, out: head + dead })
    expect(events('list').out.split('\n')).toHaveLength(4)
    expect(events('retry')).toMatchObject({ code: 0, out: '1 event is tried again.\n' })
    expect(events('list', '--dead').out).toBe(head)
  })

  it.each([
    [['--help'], 0],
    [['list', 'more'], 2],
    [['list', '--limit', '0'], 2],
    [['forget'], 2],
  ])('tells how it is used: %j', (args, code) => {
    expect(events(...args)).toMatchObject({ code })
  })
})
