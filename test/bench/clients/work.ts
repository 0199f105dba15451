/** One way of reading or importing a file of clients, once, in a process of its own; prints a `Spent` as JSON. */
import { sealForTest } from '@chancery/port-contracts/seal-for-test'
import { createReadStream, readFileSync } from 'node:fs'
import { createClientNormalizer, createCsvSource } from '../../../packages/clients/src/index.ts'
import { createMemoryClientDirectory, openClientDirectory } from '../../../packages/clients/src/directory.ts'
import type { ClientDirectory, SourceRow } from '@chancery/core'
import { createDocumentGuard } from '../../../packages/guard/src/index.ts'
import { createHarness } from '@chancery/harness'
import { callOperation } from '@chancery/wiring'
import { requireFrom } from '../peers.ts'

export type WorkName =
  | 'csv-parse'
  | 'csv-parse and libphonenumber-js'
  | 'parsed and normalized'
  | 'imported into memory'
  | 'imported into SQLite'

/** What it took: CPU time in ms, and the most memory that the process has held, in MB. */
export interface Spent {
  readonly rows: number
  readonly ms: number
  readonly mb: number
}

const [work, file = '', peers = '', database = ''] = process.argv.slice(2) as [WorkName, ...string[]]
/** As `batchSize` of an import. */
const batchRows = 500
const { signal } = new AbortController()

const run = await runOf()
const before = process.cpuUsage()
const rows = await run()
const { user, system } = process.cpuUsage(before)
const spent: Spent = { rows, ms: (user + system) / 1000, mb: process.resourceUsage().maxRSS / 1024 }
process.stdout.write(`${JSON.stringify(spent)}\n`)

async function runOf(): Promise<() => Promise<number>> {
  switch (work) {
    case 'csv-parse':
      return parserOf(() => undefined)
    case 'csv-parse and libphonenumber-js': {
      const { parsePhoneNumberFromString } = requireFrom(peers)('libphonenumber-js/max')
      return parserOf(({ Phone = '' }) => parsePhoneNumberFromString(Phone))
    }
    case 'parsed and normalized':
      return normalized
    case 'imported into memory':
      return importer(createMemoryClientDirectory(sealForTest))
    case 'imported into SQLite':
      return importer(openClientDirectory({ seal: sealForTest, file: database }))
  }
}

/** The records one after the other, as objects, none of which is kept. */
function parserOf(each: (record: Readonly<Record<string, string>>) => unknown): () => Promise<number> {
  const { parse } = requireFrom(peers)('csv-parse')
  return async () => {
    let count = 0
    for await (const record of createReadStream(file).pipe(parse({ columns: true }))) {
      each(record)
      count++
    }
    return count
  }
}

async function normalized(): Promise<number> {
  const document = await createDocumentGuard().vet(readFileSync(file), { filename: 'clients.csv', signal })
  const source = await createCsvSource().read({ document }, { signal })
  const normalizer = createClientNormalizer()
  let mapping: Awaited<ReturnType<typeof normalizer.map>> | undefined
  let count = 0
  let batch: SourceRow[] = []
  const normalize = async (): Promise<void> => {
    mapping ??= await normalizer.map(source.columns, batch, {})
    count += (await normalizer.normalize(batch, mapping, { locale: 'de', country: 'DE' })).length
    batch = []
  }
  for await (const row of source.rows) if (batch.push(row) === batchRows) await normalize()
  await normalize()
  return count
}

function importer(clientDirectory: ClientDirectory): () => Promise<number> {
  const { ports } = createHarness({ replacements: { clientDirectory } })
  // Where nobody waits for the call, it takes as many rows as this.
  const limits = { ...ports.settings.limits, clientRows: 1_000_000 }
  const inBackground = { ...ports, settings: { ...ports.settings, limits } }
  const content = readFileSync(file).toString('base64')
  const input = {
    source: { provider: 'csv', document: { content, filename: 'clients.csv' } },
    locale: 'de',
    country: 'DE',
  } as const
  return async () => {
    const caller = { id: 'bench', deadlineMs: 3_600_000 }
    const { data } = await callOperation(inBackground, caller, 'enter-client-data', input)
    if (data.nextCursor !== undefined || data.summary.rejected > 0) throw new Error('It did not enter all rows.')
    return data.summary.read
  }
}
