import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { serverProgram } from '../../apps/server/src/server-program.test-support.ts'
import { describe, expect, it, type TestContext } from 'vitest'
import { tiffOf } from '../../packages/reading-pictures/src/image/image-fixture.ts'
import { resized } from '../../packages/reading-pictures/src/ocr/resized.ts'
import { drawnText } from '../../packages/reading-pictures/src/ocr/drawn-text-fixture.ts'
import { type ServerProcess, serverProcesses } from '../../apps/server/src/server-process.test-support.ts'
import { letterDocument } from '../fixtures/letter.ts'

// Looked at again and again: on a slow machine that would use up the rate of the key.
const settings = { CHANCERY_LOG: 'off', CHANCERY_WORKERS: '3', CHANCERY_RATE_PER_MINUTE: '100000' }

interface Operation {
  readonly id: string
  readonly done: boolean
  readonly progress?: { readonly done: number; readonly total: number }
  readonly response?: Answer
  readonly error?: object
}

/** What the operations answer, one beside the other. */
interface Answer {
  readonly data: {
    readonly messages: readonly { readonly status: string; readonly to: readonly string[] }[]
    readonly documents: readonly { readonly document: { readonly stored: { readonly path: string } } }[]
    readonly summary: { readonly read: number; readonly created: number; readonly rejected: number }
    readonly clients: readonly { readonly id: string }[]
    readonly nextCursor?: string
    readonly text: string
    readonly pages: readonly { readonly number: number; readonly method?: string }[]
  }
}

/** Of a test alone: both wait, at once, until what the killed server had begun is given up. */
function ownProcesses({ onTestFinished }: TestContext): ReturnType<typeof serverProcesses> {
  const processes = serverProcesses()
  onTestFinished(() => processes.end())
  return processes
}

/** A key that outlives the server, unlike that of a development start. */
async function issueKey(data: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [serverProgram('keys.ts'), 'create', '--name', 'tests'],
    { env: { ...childEnvironment, CHANCERY_DATA: data } },
  )
  return /chk_\S+/.exec(stdout)?.[0] ?? ''
}

function clientOf({ address }: ServerProcess, key: string) {
  const post = async (name: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      body: (await response.json()) as { readonly data: { readonly operation: Operation } },
    }
  }
  const get = async (id: string, waitMs = 0): Promise<Operation> =>
    (await post('get-operation', { id, waitMs })).body.data.operation
  return {
    get,
    later: (name: string, body: object) =>
      post(name, body, { prefer: 'respond-async', 'idempotency-key': `key-of-${name}` }),
    async done(id: string): Promise<Answer> {
      for (;;) {
        const { done, response, error } = await get(id, 20_000)
        if (response !== undefined) return response
        if (done) throw new Error(JSON.stringify(error))
      }
    },
  }
}

const recipients = Array.from({ length: 400 }, (_, n) => ({ to: `a${n}@example.com`, data: { name: `A ${n}` } }))
const mails = { template: { subject: 'Hello {{name}}', text: 'Dear {{name}}' }, from: 'o@example.com', recipients }

const template = letterDocument({ name: '{name}', number: '{n}', total: '1', items: [['Survey', '1']] })
const letters = {
  template: { content: Buffer.from(template).toString('base64'), filename: 't.docx' },
  records: Array.from({ length: 1000 }, (_, n) => ({ data: { name: `A ${n}`, n } })),
  output: { path: 'letters/{n}.docx', onConflict: 'rename' },
  missing: 'blank',
}

const csv = ['name,email', ...Array.from({ length: 10_000 }, (_, n) => `Client ${n} Number,a${n}@example.com`)].join(
  '\n',
)
const rows = {
  source: { provider: 'csv', document: { content: Buffer.from(csv).toString('base64'), filename: 'c.csv' } },
}

/** The longest first: it is still under way when the last has begun. */
const calls = { 'pre-filling': letters, 'enter-client-data': rows, 'fill-email-template': mails } as const
type Name = keyof typeof calls

describe.concurrent('a server that is killed in the middle of calls in the background', () => {
  it('goes on with them when it is started again, and has done everything once', async (context) => {
    const processes = ownProcesses(context)
    const start = () => processes.start({ env: settings, entry: 'serve.ts' })
    let server = await start()
    const key = await issueKey(processes.data)
    let client = clientOf(server, key)
    const ids = new Map<Name, string>()
    for (const [name, body] of Object.entries(calls)) {
      const taken = await client.later(name, body)
      expect(taken.status).toBe(202)
      const { id } = taken.body.data.operation
      ids.set(name as Name, id)
      while (((await client.get(id)).progress?.done ?? 0) === 0) await pause(20)
    }
    // None was done before it could be cut off.
    const under = await Promise.all([...ids.values()].map((id) => client.get(id)))
    expect(under.map(({ done }) => done)).toEqual([false, false, false])
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    server = await start()
    client = clientOf(server, key)
    const answers = new Map<Name, Answer>()
    for (const [name, id] of ids) answers.set(name, await client.done(id))

    const answerOf = (name: Name): Answer['data'] => answers.get(name)!.data
    const { messages } = answerOf('fill-email-template')
    expect(messages.map(({ to }) => to[0])).toEqual(recipients.map(({ to }) => to))
    // Of the one that was on its way nobody can tell, and it is not sent again.
    const failed = messages.filter(({ status }) => status === 'failed')
    expect(failed.length).toBeLessThanOrEqual(1)
    const outbox = readdirSync(join(processes.data, 'outbox'), { recursive: true })
    const sent = outbox.filter((name) => String(name).endsWith('.eml')).length
    expect(sent).toBeLessThanOrEqual(recipients.length)
    expect(sent).toBeGreaterThanOrEqual(recipients.length - 1)

    const { documents } = answerOf('pre-filling')
    expect(documents.filter((each) => !('document' in each))).toEqual([])
    const paths = documents.map(({ document }) => document.stored.path)
    expect(paths).toEqual(letters.records.map((_, n) => `letters/${n}.docx`))
    expect(readdirSync(join(processes.data, 'documents/letters'))).toHaveLength(letters.records.length)

    const { summary, clients, nextCursor } = answerOf('enter-client-data')
    expect([summary.read, summary.rejected, nextCursor]).toEqual([10_000, 0, undefined])
    // At the most the batch that was on its way is met again.
    expect(summary.created).toBeGreaterThanOrEqual(9500)
    expect(new Set(clients.map(({ id }) => id)).size).toBe(10_000)

    for (const [name, body] of Object.entries(calls)) {
      expect(await client.later(name, body)).toEqual({ status: 200, body: answers.get(name as Name) })
    }
  })
})

/** A scan of so many pages of so many lines, at 200 dots to the inch. */
async function scanOf(pages: number, lines: number): Promise<Uint8Array> {
  const drawn = await Promise.all(
    Array.from({ length: pages }, (_, n) =>
      drawnText(Array.from({ length: lines }, (_line, at) => `Page ${n + 1}, line ${at + 1} of a long scan`)),
    ),
  )
  return tiffOf(
    drawn.map((page) => {
      const [width, height] = [Math.round(page.width / 1.5), Math.round(page.height / 1.5)]
      return { width, height, compression: 1, data: resized(page, width, height).pixels }
    }),
  )
}

it.concurrent('goes on with a long scan after the pages that were read when the server was killed', async (context) => {
  const processes = ownProcesses(context)
  const [pages, lines] = [3, 6]
  const start = () => processes.start({ env: { ...settings, CHANCERY_OCR: 'tesseract' }, entry: 'serve.ts' })
  let server = await start()
  const key = await issueKey(processes.data)
  let client = clientOf(server, key)
  const document = { content: Buffer.from(await scanOf(pages, lines)).toString('base64'), filename: 'scan.tiff' }
  const taken = await client.later('extract-document', { document })
  expect(taken.status).toBe(202)
  const { id } = taken.body.data.operation
  let before = await client.get(id)
  while ((before.progress?.done ?? 0) < 1) {
    await pause(20)
    before = await client.get(id)
  }
  expect([before.done, before.progress?.total]).toEqual([false, pages])
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
  server = await start()
  client = clientOf(server, key)
  const { data } = await client.done(id)
  expect(data.pages.map(({ number, method }) => [number, method])).toEqual(
    Array.from({ length: pages }, (_, n) => [n + 1, 'ocr']),
  )
  const found = [...data.text.matchAll(/Page (\d+), line (\d+) of a long scan/g)].map(([, page, line]) => [page, line])
  const all = Array.from({ length: pages * lines }, (_, n) => [`${Math.floor(n / lines) + 1}`, `${(n % lines) + 1}`])
  expect(found).toEqual(all)
  expect((await client.get(id)).progress?.total).toBe(pages)
})
