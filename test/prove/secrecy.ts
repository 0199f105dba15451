import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Mark } from './canaries.ts'
import { places } from './hostile-places.ts'
import { coreWriters } from './left-files.ts'
import type { CallBody } from './mixed-calls.ts'
import { descendants } from './process-tree.ts'
import { faultsIn, type Proof, type Scale, tally } from './promise.ts'
import type { ProvenServer } from './proven-server.ts'
import { SecrecyTrial } from './secrecy-trial.ts'
import { providerCalls, secretCalls } from './secret-calls.ts'
import { secretDocuments } from './secret-documents.ts'
import { providerMoods, type StandInProvider, standInProvider } from './stand-in-provider.ts'

/** How long children are killed while documents are read. */
const killEveryMs = 250
/** By which a child is ended: from outside, and as a crash of its own does. */
const endings: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGBUS']

/** Words in all places where a secret or something personal can stand; then they are looked for where none may be. */
export const secrecy: Proof = {
  name: 'secrecy',
  async prove(scale) {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-secrecy-'))
    const provider = await standInProvider()
    try {
      const trial = new SecrecyTrial(folder, provider.port)
      await withFailingProviders(trial, provider, scale)
      const ends = await withCrashes(trial, scale)
      await killedAtWork(trial, scale)
      await withRefusedSettings(trial)
      const { canaries, statuses, lines, faults } = trial
      return [
        {
          promise: 'Logs hold no document text, personal data or keys, and problems none of another caller',
          tried: `Each operation was called, well and badly, by two keys with words of their own in documents of all kinds (also in names of parts, attributes, passwords), paths, addresses, mails, template values, client data, idempotency keys, URLs, headers, forms and broken JSON; providers repeated in their errors all that they were told, ${ends} children were killed at work (${endings.join(', ')}), the service was stopped while it worked, killed, and started with settings that it refuses. Everything that is logged was read (\`CHANCERY_LOG=debug\`), and all files beside what is kept. Looked for in plain text, any case, base64, hex and UTF-16. A well-formed \`X-Request-Id\` is logged as it comes: it has no word in it.`,
          figure: `${canaries.count().toLocaleString('en')} words in ${statuses.length.toLocaleString('en')} calls; statuses ${tally(statuses)}; ${lines.toLocaleString('en')} lines of log and output read; hits ${faultsIn(faults, 8)}`,
          holds: faults.length === 0,
        },
      ]
    } finally {
      provider.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

/** Where a success shows words too, and where a provider is asked. */
const byDocument = places.filter(({ name }) => name === 'extract-document, document' || name.includes('as PDF'))

const callsOf = (mark: Mark): readonly CallBody[] => [
  ...secretCalls(mark),
  ...secretDocuments(mark).flatMap((document) => places.map((place) => place.call(document))),
]
const someCallsOf =
  (scale: Scale) =>
  (mark: Mark): readonly CallBody[] => {
    const every = scale(1, 12)
    return callsOf(mark).filter((_, index) => index % every === 0)
  }

/** Everything well and badly, with providers that fail in all ways. */
async function withFailingProviders(trial: SecrecyTrial, provider: StandInProvider, scale: Scale): Promise<void> {
  const address = `${trial.secret('provider user')}:${trial.secret('provider password')}@127.0.0.1:${provider.port}`
  const server = await trial.start({
    CHANCERY_CONVERTERS: 'gotenberg',
    CHANCERY_GOTENBERG_URL: `http://${address}`,
  })
  await trial.callAll(server, someCallsOf(scale))
  await trial.callBadly(server)
  for (const mood of providerMoods) {
    provider.mood(mood)
    await trial.callAll(server, (mark) => [
      ...providerCalls(mark),
      ...byDocument.flatMap((place) => secretDocuments(mark).slice(0, 1).map(place.call)),
    ])
  }
  if (provider.calls() === 0) trial.faults.push('no provider was asked')
  await trial.readPages(server)
  await trial.end(server, 'SIGTERM', 'with failing providers')
}

/** Children that end at work, and a shutdown at work. @returns how many were ended */
async function withCrashes(trial: SecrecyTrial, scale: Scale): Promise<number> {
  const server = await trial.start()
  const over = new AbortController()
  const killing = killChildren(server, over.signal)
  for (let round = 0; round < scale(4, 1); round++) {
    await trial.callAll(server, (mark) => byDocument.flatMap((place) => secretDocuments(mark).map(place.call)))
  }
  over.abort()
  const { ends, writers } = await killing
  for (const writer of writers) trial.faults.push(`dump: ${writer} may write one`)
  const calls = trial.callAll(server, someCallsOf(scale))
  await pause(500)
  await trial.end(server, 'SIGTERM', 'after crashes and a shutdown at work', calls)
  trial.findLeftFiles()
  return ends
}

/** Ends one child after the other. @returns also which of them may write their memory to a file when they crash */
async function killChildren({ pid }: ProvenServer, over: AbortSignal) {
  const writers = new Set<string>()
  let ends = 0
  while (!over.aborted) {
    await pause(killEveryMs)
    const children = descendants(pid)
    for (const writer of coreWriters(pid)) writers.add(writer)
    const victim = children[ends % Math.max(1, children.length)]
    if (victim === undefined) continue
    try {
      process.kill(victim, endings[ends % endings.length])
      ends++
    } catch {
      // It ended by itself.
    }
  }
  return { ends, writers }
}

async function killedAtWork(trial: SecrecyTrial, scale: Scale): Promise<void> {
  const server = await trial.start()
  const calls = trial.callAll(server, (mark) => someCallsOf(scale)(mark).slice(0, 60))
  await pause(300)
  await trial.end(server, 'SIGKILL', 'after a kill', calls)
}

async function withRefusedSettings(trial: SecrecyTrial): Promise<void> {
  const secret = (about: string): string => trial.secret(about)
  const refused: readonly Readonly<Record<string, string>>[] = [
    { CHANCERY_KEY_SECRET: secret('short') },
    { CHANCERY_API_KEY: `chk_dev_${secret('key')}` },
    { CHANCERY_SENDGRID_API_KEY: `two ${secret('provider key')}` },
    { CHANCERY_GOTENBERG_URL: `ftp://a:${secret('provider password')}@127.0.0.1`, CHANCERY_CONVERTERS: 'gotenberg' },
    { CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: `mysql://a:${secret('database password')}@127.0.0.1/a` },
    { CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: `postgres://a:${secret('database password')}@127.0.0.1:1/a` },
    { CHANCERY_PORT: secret('port'), CHANCERY_EMAIL_FROM: secret('address'), CHANCERY_LOCALE: secret('locale') },
  ]
  for (const settings of refused) await trial.startWrongly(settings)
}
