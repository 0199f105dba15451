import {
  type ClientNormalizer,
  type ClientSource,
  type ColumnMapping,
  nextTurn,
  type NormalizedRow,
  type ReadClientsRequest,
  type SourceRow,
} from '@chancery/core'
import { type FileSourceName, fileSourceNames, type JobPayloads, type ReadRows } from '../jobs/payloads.ts'
import { jobBudget } from './job-budget.ts'
import type { JobRunner, JobSettings } from './job-runner.ts'

/** Rows that are handed on before other calls have their turn. */
const rowsATurn = 256

/** Client records out of files, read in jobs: one for some thousand rows, as they are asked for. */
function sandboxedClientSource(
  runner: JobRunner,
  source: FileSourceName,
  { maxMs, pages, cells, documentBytes }: JobSettings,
): ClientSource {
  return {
    id: source,
    fromDocument: true,
    async read(request, { signal }) {
      const { document } = request
      const readFrom = (behind: Pick<ReadClientsRequest, 'cursor' | 'columns'>): Promise<ReadRows> => {
        const payload: JobPayloads['readClients'] = {
          source,
          settings: { pages, cells, documentBytes },
          request: { ...request, ...behind },
        }
        return runner.run<ReadRows>('readClients', payload, {
          budget: jobBudget(document === undefined ? [] : [document], maxMs),
          signal,
          contents: document === undefined ? [] : [document.bytes],
        })
      }
      const { columns, findings, total, fields = {}, ...first } = await readFrom({})
      const rows = rowsFrom([first], (cursor) => readFrom({ cursor, columns }), signal)
      return { columns, findings, total, fields, rows }
    },
  }
}

type Piece = Pick<ReadRows, 'rows' | 'more'>

/** The rows of the first piece, and of those behind it. @param first is emptied: of a long file, the rows of one piece are held */
async function* rowsFrom(
  first: Piece[],
  readBehind: (cursor: string) => Promise<Piece>,
  signal: AbortSignal,
): AsyncGenerator<SourceRow, void> {
  for (let piece = first.pop(); piece !== undefined;) {
    yield* rowsOf(piece, signal)
    const end = piece.more ? piece.rows.at(-1) : undefined
    // Before the next one is read.
    piece = undefined
    if (end !== undefined) piece = await readBehind(end.cursor)
  }
}

async function* rowsOf({ rows }: Piece, signal: AbortSignal): AsyncGenerator<SourceRow, void> {
  for (const [index, row] of rows.entries()) {
    if (index % rowsATurn === 0) await nextTurn()
    signal.throwIfAborted()
    yield row
  }
}

/** The sources that are files, by their names. */
export const sandboxedClientSources = (
  runner: JobRunner,
  settings: JobSettings,
): Readonly<Record<FileSourceName, ClientSource>> =>
  Object.fromEntries(fileSourceNames.map((name) => [name, sandboxedClientSource(runner, name, settings)])) as Readonly<
    Record<FileSourceName, ClientSource>
  >

const baseMs = 2500
/** For each row, in ms: an ample multiple of what was measured. */
const perRowMs = 5

/** What columns mean and how values are written, worked out in jobs. */
export function sandboxedClientNormalizer(runner: JobRunner, { maxMs }: Pick<JobSettings, 'maxMs'>): ClientNormalizer {
  const budgetOf = (rows: readonly SourceRow[]): number => Math.min(maxMs, baseMs + rows.length * perRowMs)
  // Neither has a signal of its own: a batch is over in no time, and its budget bounds it.
  const never = new AbortController().signal
  return {
    map(...given) {
      const payload: JobPayloads['mapColumns'] = { given }
      return runner.run<readonly ColumnMapping[]>('mapColumns', payload, { budget: budgetOf(given[1]), signal: never })
    },
    normalize(...given) {
      const payload: JobPayloads['normalizeRows'] = { given }
      return runner.run<readonly NormalizedRow[]>('normalizeRows', payload, {
        budget: budgetOf(given[0]),
        signal: never,
      })
    },
  }
}
