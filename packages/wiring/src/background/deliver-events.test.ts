import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callOperation } from '../call-operation.ts'
import { compose } from '../compose.ts'
import { readConfiguration } from '../settings/configuration.ts'
import { deliverEvents } from './deliver-events.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const caller = { id: 'test', deadlineMs: 30_000 }
const samples = ['Dear Ada,\nyour lease 1 ends.', 'Dear Alan,\nyour lease 2 ends.'].map((text) => ({
  subject: 'Lease',
  text,
}))

let folder: string
let server: Server
let got: { readonly id: string; readonly type: string; readonly data: object }[]
let environment: Record<string, string>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chancery-events-'))
  got = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: object }
      got.push({ id: String(request.headers['webhook-id']), type, data })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  environment = {
    CHANCERY_DATA: folder,
    CHANCERY_LOG: 'off',
    CHANCERY_SAFETY: 'inline',
    CHANCERY_WEBHOOK_URLS: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    CHANCERY_WEBHOOK_SECRETS: secret,
  }
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const composed = (more: Record<string, string> = {}) => compose(readConfiguration({ ...environment, ...more }))
/** Delivers until so many have come. */
async function delivered(composition: ReturnType<typeof composed>, count: number): Promise<void> {
  if (composition.eventWork === undefined) throw new Error('Nobody is told.')
  const telling = deliverEvents(composition.eventWork)
  for (let n = 0; got.length < count && n < 400; n++) await pause(25)
  await telling.close()
}

describe('what was done', () => {
  it('is told by the next process, where the first was killed before it told', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'event-subject.ts')], {
      env: { ...childEnvironment, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    expect(got).toEqual([])
    const composition = composed()
    await delivered(composition, 3)
    expect(
      got.toSorted((one, other) => (one.type < other.type ? -1 : 1)).map(({ type, data }) => [type, data]),
    ).toEqual([
      [
        'clients.imported',
        expect.objectContaining({ created: 2, rejected: 0, space: 'lisbon', import: expect.stringMatching(/^\w+$/) }),
      ],
      ['document.stored', { provider: 'local', path: 'a/b.csv', space: 'lisbon' }],
      ['email.sent', expect.objectContaining({ status: 'captured', accepted: 1, rejected: 0, space: 'lisbon' })],
    ])
    expect(JSON.stringify(got)).not.toMatch(/ada@|Ada/)
    expect(await composition.events.list({ limit: 9 })).toEqual([])
    await composition.close()
  })

  it('is told of templates that were made, of none that was only tried, and of nothing that was refused', async () => {
    const composition = composed({
      CHANCERY_STATE: 'memory',
      CHANCERY_KEY_SECRET: 'x'.repeat(32),
      CHANCERY_WEBHOOK_NAMES: 'digest',
    })
    const { ports } = composition
    const path = 'letters/lease.json'
    await callOperation(ports, caller, 'generate-email-template', { samples, dryRun: true, output: { path } })
    await callOperation(ports, caller, 'generate-email-template', { samples, output: { path } })
    const again = callOperation(ports, caller, 'store-document', {
      path,
      document: { content: 'eA==' },
      onConflict: 'fail',
    })
    await expect(again).rejects.toMatchObject({ code: 'document_exists' })
    await delivered(composition, 2)
    // Each is told by itself: in which order they come is not said.
    expect(new Map(got.map(({ type, data }) => [type, data]))).toEqual(
      new Map<string, unknown>([
        ['template.generated', { kind: 'email' }],
        ['document.stored', { provider: 'local', path: expect.stringMatching(/^hmac:[0-9a-f]+$/) }],
      ]),
    )
    expect(await composition.events.list({ limit: 9 })).toEqual([])
    await composition.close()
  })

  it('is written down for nobody, where nobody is to be told', async () => {
    const composition = composed({ CHANCERY_WEBHOOK_URLS: '', CHANCERY_WEBHOOK_SECRETS: '' })
    await callOperation(composition.ports, caller, 'store-document', { path: 'a.txt', document: { content: 'eA==' } })
    expect(composition.eventWork).toBeUndefined()
    expect(await composition.events.list({ limit: 9 })).toEqual([])
    await composition.close()
  })
})

describe('the settings of webhooks', () => {
  it.each([
    [{ CHANCERY_WEBHOOK_SECRETS: '' }, 'CHANCERY_WEBHOOK_SECRETS: is needed'],
    [{ CHANCERY_WEBHOOK_URLS: '' }, 'goes with CHANCERY_WEBHOOK_URLS'],
    [{ CHANCERY_WEBHOOK_URLS: 'http://example.com/hook?token=geheim' }, 'Must be https addresses'],
    [{ CHANCERY_WEBHOOK_SECRETS: 'whsec_c2hvcnQ=' }, 'Must be whsec_'],
    [{ CHANCERY_WEBHOOK_SECRETS: `${secret};${secret}` }, 'has secrets for 2 addresses; there are 1'],
  ])('are told what is wrong with them: %j', (more, words) => {
    const reading = () => readConfiguration({ ...environment, ...more })
    expect(reading).toThrow(words)
    expect(reading).not.toThrow('geheim')
  })
})
