import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCanaries, type Mark } from './canaries.ts'
import { dumpsIn, filesBelow, ownTexts } from './left-files.ts'
import { type Answered, atOnce, createCaller } from './load.ts'
import type { CallBody } from './mixed-calls.ts'
import { type ProvenServer, refusedStart, startServer } from './proven-server.ts'
import { secretRequests, sendBytes } from './secret-requests.ts'

const lanes = 3
/** What a problem may repeat of its caller's own input. */
const mostQuotedBytes = 16_384
/** Callers, by what their words are marked with. */
const callers = ['first', 'second'] as const
const ours = 'service'

type Caller = (typeof callers)[number]

/** Services whose callers and settings have words of their own, and all that they say, read for words that may not be there. */
export class SecrecyTrial {
  readonly canaries = createCanaries()
  readonly faults: string[] = []
  readonly statuses: number[] = []
  /** Of log and output, read so far. */
  lines = 0
  private readonly folder: string
  private readonly temporary: string
  private readonly work: string
  private readonly data: string
  private readonly options: { readonly within: readonly string[]; readonly settings: Readonly<Record<string, string>> }
  /** That are being ended: nothing more is sent to them. */
  private readonly ending = new Set<ProvenServer>()

  /** @param providerPort of the provider that all transports and stores ask */
  constructor(folder: string, providerPort: number) {
    this.folder = folder
    this.temporary = join(folder, 'tmp')
    this.work = join(folder, 'work')
    this.data = join(folder, 'data')
    for (const each of [this.temporary, this.work, this.data]) mkdirSync(each)
    const mayDump = spawnSync('prlimit', ['--core=unlimited', 'true']).status === 0
    const provider = `http://127.0.0.1:${providerPort}`
    this.options = {
      within: [...(mayDump ? ['prlimit', '--core=unlimited'] : []), 'env', `--chdir=${this.work}`],
      settings: {
        TMPDIR: this.temporary,
        CHANCERY_DATA: this.data,
        CHANCERY_LOG: 'debug',
        CHANCERY_CONCURRENCY: '64',
        CHANCERY_DEADLINE_MS: '8000',
        // What is refused at the door says nothing of what was sent.
        CHANCERY_QUEUE_MS: '20000',
        CHANCERY_KEY_SECRET: `${this.secret('key secret')}${'0'.repeat(32)}`,
        CHANCERY_URL_HOSTS: 'files.example.invalid',
        CHANCERY_TRANSPORTS: 'outbox,sendgrid',
        CHANCERY_SENDGRID_API_KEY: `SG.${this.secret('provider key')}`,
        CHANCERY_SENDGRID_ENDPOINT: provider,
        CHANCERY_STORES: 'local,gcs',
        CHANCERY_GCS_BUCKET: 'bucket',
        CHANCERY_GCS_ENDPOINT: provider,
      },
    }
  }

  /** A word for a setting of the service. */
  secret(about: string): string {
    return this.canaries.mark(`${ours}: ${about}`)
  }

  async start(settings: Readonly<Record<string, string>> = {}): Promise<ProvenServer> {
    const server = await startServer({
      ...this.options,
      data: this.data,
      keys: callers.length,
      settings: { ...this.options.settings, ...settings },
    })
    for (const [index, key] of server.keys.entries()) {
      const about = `${ours}: API key of the ${callers[index]}`
      this.canaries.keep(key, about)
      this.canaries.keep(key.slice(-39, -7), about)
    }
    return server
  }

  /** Ends a service, in the middle of its calls where there are some, and reads all that it said. */
  async end(server: ProvenServer, signal: NodeJS.Signals, when: string, calls?: Promise<void>): Promise<void> {
    this.ending.add(server)
    await server.end(signal)
    await calls
    this.readAll(server.output(), when)
  }

  /** Starts with settings that are refused, and reads what is said of them. */
  async startWrongly(settings: Readonly<Record<string, string>>): Promise<void> {
    const printed = await refusedStart({ ...this.options, settings: { ...this.options.settings, ...settings } })
    this.readAll(printed, `of a start with ${Object.keys(settings).join(' and ')}`)
  }

  /** Calls of both callers, one beside the other, some with an Idempotency-Key that is used again for another body. */
  async callAll(server: ProvenServer, callsOf: (mark: Mark) => readonly CallBody[]): Promise<void> {
    const caller = createCaller(server.address, { keepBodies: true })
    await Promise.all(
      callers.map(async (name, index) => {
        const key = server.keys[index] ?? ''
        const works = callsOf(this.markOf(name)).map((call, number) => async () => {
          if (this.ending.has(server)) return
          const idempotencyKey = number % 3 === 0 ? this.markOf(name)('idempotency key') : undefined
          const sent = { ...call, key, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
          this.judge(name, call.operation, await caller.send(sent))
          if (number % 9 === 0) this.judge(name, call.operation, await caller.send({ ...sent, body: `{"a":1}` }))
        })
        await atOnce(works, lanes)
      }),
    )
    caller.close()
  }

  /** Bytes that are no good request. */
  async callBadly({ keys, port }: ProvenServer): Promise<void> {
    for (const [index, name] of callers.entries()) {
      for (const bytes of secretRequests(keys[index] ?? '', this.markOf(name))) {
        const text = await sendBytes(port, bytes)
        const status = Number(text.slice(9, 12))
        this.judge(name, 'bytes', { status, code: undefined, body: text, headers: {}, ms: 0 })
      }
    }
  }

  /** Pages that ask for no key. */
  async readPages(server: ProvenServer): Promise<void> {
    for (const path of ['readyz', 'openapi.json', 'docs']) {
      const response = await fetch(`${server.address}/${path}`)
      for (const word of this.canaries.foundIn(await response.text())) this.faults.push(`/${path}: ${word}`)
    }
  }

  /** Temporary files that no running service needs any more. */
  findLeftFiles(): void {
    const left = [this.temporary, join(this.data, 'documents/.chancery/tmp')].flatMap(filesBelow)
    for (const path of left) this.faults.push(`left: ${path.slice(this.folder.length)}`)
  }

  private markOf(caller: Caller): Mark {
    return (about) => this.canaries.mark(`${caller}: ${about}`)
  }

  /** What an answer says that it may not. */
  private judge(caller: Caller, about: string, { status, body, headers }: Answered): void {
    this.statuses.push(status)
    const text = `${JSON.stringify(headers)}${body}`
    const isProblem = status >= 400
    const found = this.canaries.foundIn(text).filter((word) => !word.startsWith(caller))
    // A success may show what is kept in common.
    const wrong = found.filter((word) => word.startsWith(ours) || (isProblem && !word.startsWith('a word in')))
    for (const word of wrong) this.faults.push(`${about}: ${status} says ${word} to the ${caller}`)
    if (isProblem && text.includes(this.folder)) this.faults.push(`${about}: ${status} says a path of the host`)
    if (isProblem && body.length > mostQuotedBytes) this.faults.push(`${about}: ${status} of ${body.length} bytes`)
  }

  /** What was printed and logged by a service that has ended, and the files that it leaves. */
  private readAll(printed: string, when: string): void {
    this.lines += printed.split('\n').length
    for (const word of this.canaries.foundIn(printed)) this.faults.push(`log ${when}: ${word}`)
    for (const word of this.canaries.foundIn([...ownTexts(this.work), ...ownTexts(this.temporary)].join('\n')))
      this.faults.push(`files ${when}: ${word}`)
    for (const path of dumpsIn([this.folder])) this.faults.push(`dump ${when}: ${path.slice(this.folder.length)}`)
  }
}
