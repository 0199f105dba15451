import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Canaries, createCanaries } from './canaries.ts'
import { places } from './hostile-places.ts'
import { coreWriters, dumpsIn, filesBelow, ownTexts } from './left-files.ts'
import { type Answered, atOnce, createCaller } from './load.ts'
import type { CallBody } from './mixed-calls.ts'
import { descendants } from './process-tree.ts'
import { faultsIn, type Proof, type Scale, tally } from './promise.ts'
import { type ProvenServer, refusedStart, startServer } from './proven-server.ts'
import { providerCalls, secretCalls } from './secret-calls.ts'
import { secretDocuments } from './secret-documents.ts'
import { secretRequests, sendBytes } from './secret-requests.ts'
import { providerMoods, standInProvider } from './stand-in-provider.ts'

const lanes = 3
/** How long children are killed while documents are read. */
const killEveryMs = 250
/** By which a child is ended: from outside, and as a crash of its own does. */
const endings: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGBUS']
/** What a problem may repeat of its caller's own input. */
const mostQuotedBytes = 16_384

/** Words in all places where a secret or something personal can stand; then they are looked for where none may be. */
export const secrecy: Proof = {
  name: 'secrecy',
  async prove(scale) {
    const canaries = createCanaries()
    const folder = mkdtempSync(join(tmpdir(), 'chancery-secrecy-'))
    const provider = await standInProvider()
    try {
      const trial = await tryAll({ scale, canaries, folder, provider })
      const { calls, statuses, lines, ends, faults } = trial
      return [
        {
          promise: 'Logs hold no document text, personal data or keys, and problems none of another caller',
          tried: `Each operation was called, well and badly, by two keys with words of their own in documents of all kinds (also in names of parts, attributes, passwords), paths, addresses, mails, template values, client data, idempotency keys, URLs, headers, forms and broken JSON; providers repeated in their errors all that they were told, ${ends} children were killed at work (${endings.join(', ')}), the service was stopped while it worked, killed, and started with settings that it refuses. Everything that is logged was read (\`CHANCERY_LOG=debug\`), and all files beside what is kept. Looked for in plain text, any case, base64, hex and UTF-16. A well-formed \`X-Request-Id\` is logged as it comes: it has no word in it.`,
          figure: `${canaries.count().toLocaleString('en')} words in ${calls.toLocaleString('en')} calls; statuses ${tally(statuses)}; ${lines.toLocaleString('en')} lines of log and output read; hits ${faultsIn(faults, 8)}`,
          holds: faults.length === 0,
        },
      ]
    } finally {
      provider.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

interface Trial {
  readonly scale: Scale
  readonly canaries: Canaries
  readonly folder: string
  readonly provider: Awaited<ReturnType<typeof standInProvider>>
}

/** Callers, by what their words are marked with. */
const callers = ['first', 'second'] as const
const ours = 'service'

async function tryAll({ scale, canaries, folder, provider }: Trial) {
  const temporary = join(folder, 'tmp')
  const work = join(folder, 'work')
  const data = join(folder, 'data')
  for (const each of [temporary, work, data]) mkdirSync(each)
  const faults: string[] = []
  const statuses: number[] = []
  const markOf = (caller: string) => (about: string) => canaries.mark(`${caller}: ${about}`)
  const secret = markOf(ours)
  const mayDump = spawnSync('prlimit', ['--core=unlimited', 'true']).status === 0
  const options = {
    data,
    keys: callers.length,
    within: [...(mayDump ? ['prlimit', '--core=unlimited'] : []), 'env', `--chdir=${work}`],
    settings: {
      TMPDIR: temporary,
      CHANCERY_DATA: data,
      CHANCERY_LOG: 'debug',
      CHANCERY_CONCURRENCY: '64',
      CHANCERY_DEADLINE_MS: '8000',
      // What is refused at the door says nothing of what was sent.
      CHANCERY_QUEUE_MS: '20000',
      CHANCERY_KEY_SECRET: `${secret('key secret')}${'0'.repeat(32)}`,
      CHANCERY_URL_HOSTS: 'files.example.invalid',
      CHANCERY_TRANSPORTS: 'outbox,sendgrid',
      CHANCERY_SENDGRID_API_KEY: `SG.${secret('provider key')}`,
      CHANCERY_SENDGRID_ENDPOINT: `http://127.0.0.1:${provider.port}`,
      CHANCERY_STORES: 'local,gcs',
      CHANCERY_GCS_BUCKET: 'bucket',
      CHANCERY_GCS_ENDPOINT: `http://127.0.0.1:${provider.port}`,
    },
  }
  const byGotenberg = {
    CHANCERY_CONVERTERS: 'gotenberg',
    CHANCERY_GOTENBERG_URL: `http://${secret('provider user')}:${secret('provider password')}@127.0.0.1:${provider.port}`,
  }

  /** What an answer says that it may not. */
  function judge(caller: (typeof callers)[number], about: string, { status, body, headers }: Answered): void {
    statuses.push(status)
    const text = `${JSON.stringify(headers)}${body}`
    const isProblem = status >= 400
    const found = canaries.foundIn(text).filter((word) => !word.startsWith(caller))
    // A success may show what is kept in common.
    const wrong = found.filter((word) => word.startsWith(ours) || (isProblem && !word.startsWith('a word in')))
    for (const word of wrong) faults.push(`${about}: ${status} says ${word} to the ${caller}`)
    if (isProblem && text.includes(folder)) faults.push(`${about}: ${status} says a path of the host`)
    if (isProblem && body.length > mostQuotedBytes) faults.push(`${about}: ${status} of ${body.length} bytes`)
  }
  /** What was printed and logged by a service that has ended, and the files that it leaves. */
  let lines = 0
  function readAll(printed: string, when: string): void {
    lines += printed.split('\n').length
    for (const word of canaries.foundIn(printed)) faults.push(`log ${when}: ${word}`)
    for (const word of canaries.foundIn([...ownTexts(work), ...ownTexts(temporary)].join('\n')))
      faults.push(`files ${when}: ${word}`)
    for (const path of dumpsIn([folder])) faults.push(`dump ${when}: ${path.slice(folder.length)}`)
  }
  const keep = ({ keys }: ProvenServer): void => {
    for (const [index, key] of keys.entries()) {
      const about = `${ours}: API key of the ${callers[index]}`
      canaries.keep(key, about)
      canaries.keep(key.slice(-39, -7), about)
    }
  }
  const callsOf = (caller: string): readonly CallBody[] => [
    ...secretCalls(markOf(caller)),
    ...secretDocuments(markOf(caller)).flatMap((document) => places.map((place) => place.call(document))),
  ]

  /** That are being ended: nothing more is sent to them. */
  const ending = new Set<ProvenServer>()
  /** Calls of both callers, one beside the other. */
  async function callAll(server: ProvenServer, all: (caller: string) => readonly CallBody[]): Promise<void> {
    const caller = createCaller(server.address, { keepBodies: true })
    await Promise.all(
      callers.map(async (name, index) => {
        const key = server.keys[index] ?? ''
        const works = all(name).map((call, number) => async () => {
          if (ending.has(server)) return
          const idempotencyKey = number % 3 === 0 ? markOf(name)('idempotency key') : undefined
          const sent = { ...call, key, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
          judge(name, call.operation, await caller.send(sent))
          // The same key again, with another body.
          if (number % 9 === 0) judge(name, call.operation, await caller.send({ ...sent, body: `{"a":1}` }))
        })
        await atOnce(works, lanes)
      }),
    )
    caller.close()
  }
  async function callBadly({ keys, port }: ProvenServer): Promise<void> {
    for (const [index, name] of callers.entries()) {
      for (const bytes of secretRequests(keys[index] ?? '', markOf(name))) {
        const text = await sendBytes(port, bytes)
        const status = Number(text.slice(9, 12))
        judge(name, 'bytes', { status, code: undefined, body: text, headers: {}, ms: 0 })
      }
    }
  }
  const every = scale(1, 12)
  const some = (all: readonly CallBody[]): readonly CallBody[] => all.filter((_, index) => index % every === 0)
  /** In which a success holds words as well, and the first caller of a service that fails. */
  const byDocument = places.filter(({ name }) => name === 'extract-document, document' || name.includes('as PDF'))

  // 1. Everything well and badly, with providers that fail in all ways.
  const first = await startServer({ ...options, settings: { ...options.settings, ...byGotenberg } })
  keep(first)
  await callAll(first, (name) => some(callsOf(name)))
  await callBadly(first)
  for (const mood of providerMoods) {
    provider.mood(mood)
    const pdfs = (name: string): readonly CallBody[] =>
      byDocument.flatMap((place) => secretDocuments(markOf(name)).slice(0, 1).map(place.call))
    await callAll(first, (name) => [...providerCalls(markOf(name)), ...pdfs(name)])
  }
  if (provider.calls() === 0) faults.push('no provider was asked')
  for (const path of ['readyz', 'openapi.json', 'docs']) {
    const response = await fetch(`${first.address}/${path}`)
    for (const word of canaries.foundIn(await response.text())) faults.push(`/${path}: ${word}`)
  }
  await first.end('SIGTERM')
  readAll(first.output(), 'with failing providers')

  // 2. Children that end at work; a shutdown at work.
  const second = await startServer(options)
  keep(second)
  const writers = new Set<string>()
  let ends = 0
  const over = new AbortController()
  const killing = (async () => {
    while (!over.signal.aborted) {
      await pause(killEveryMs)
      const children = descendants(second.pid)
      for (const writer of coreWriters(second.pid)) writers.add(writer)
      const victim = children[ends % Math.max(1, children.length)]
      if (victim === undefined) continue
      try {
        process.kill(victim, endings[ends % endings.length])
        ends++
      } catch {
        // It ended by itself.
      }
    }
  })()
  for (let round = 0; round < scale(4, 1); round++) {
    await callAll(second, (name) => byDocument.flatMap((place) => secretDocuments(markOf(name)).map(place.call)))
  }
  over.abort()
  await killing
  for (const writer of writers) faults.push(`dump: ${writer} may write one`)
  const atWork = callAll(second, (name) => some(callsOf(name)))
  await pause(500)
  ending.add(second)
  await second.end('SIGTERM')
  await atWork
  readAll(second.output(), 'after crashes and a shutdown at work')
  const left = filesBelow(temporary).concat(filesBelow(join(data, 'documents/.chancery/tmp')))
  for (const path of left) faults.push(`left: ${path.slice(folder.length)}`)

  // 3. Killed at work, and settings that are refused.
  const third = await startServer(options)
  keep(third)
  const lost = callAll(third, (name) => some(callsOf(name)).slice(0, 60))
  await pause(300)
  ending.add(third)
  await third.end('SIGKILL')
  await lost
  readAll(third.output(), 'after a kill')
  const refused: readonly Readonly<Record<string, string>>[] = [
    { CHANCERY_KEY_SECRET: secret('short') },
    { CHANCERY_API_KEY: `chk_dev_${secret('key')}` },
    { CHANCERY_SENDGRID_API_KEY: `two ${secret('provider key')}` },
    { CHANCERY_GOTENBERG_URL: `ftp://a:${secret('provider password')}@127.0.0.1`, CHANCERY_CONVERTERS: 'gotenberg' },
    { CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: `mysql://a:${secret('database password')}@127.0.0.1/a` },
    { CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: `postgres://a:${secret('database password')}@127.0.0.1:1/a` },
    { CHANCERY_PORT: secret('port'), CHANCERY_EMAIL_FROM: secret('address'), CHANCERY_LOCALE: secret('locale') },
  ]
  for (const settings of refused) {
    const printed = await refusedStart({ ...options, settings: { ...options.settings, ...settings } })
    readAll(printed, `of a start with ${Object.keys(settings).join(' and ')}`)
  }
  return { calls: statuses.length, statuses, lines, ends, faults }
}
