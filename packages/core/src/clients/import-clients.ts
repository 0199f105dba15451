import type { Context } from '../context.ts'
import type { ColumnMapping } from '../ports/client-normalizer.ts'
import type { SourceRow } from '../ports/client-source.ts'
import type { Ports } from '../ports/index.ts'
import { type Decision, type DecisionOrder, decideRows } from './decide-rows.ts'
import { countsOf, type ImportedRow } from './imported-row.ts'
import { MatchIndex } from './match-index.ts'
import { Likeness } from './matching/likeness.ts'
import type { MatchModel } from './matching/match-model.ts'
import { readRows, type ReadRow } from './read-rows.ts'
import { lookedFor } from './row-identifiers.ts'

export interface ImportOrder extends DecisionOrder {
  readonly given: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly dryRun: boolean
  readonly locale: string
  readonly country?: string
}

type Needed = Pick<Ports, 'clientNormalizer' | 'clientDirectory' | 'ids' | 'clock' | 'hasher'>

/** One import: batches of rows go in, each row comes out with what became of it. */
export function createImport(order: ImportOrder, ports: Needed, { signal, requestId }: Context) {
  const { clientDirectory, clientNormalizer, clock } = ports
  let mapping: readonly ColumnMapping[] | undefined
  /** In a dry run, what would be in the directory by now. */
  const unsaved = new MatchIndex()
  const touched = new Set<string>()
  const created = new Set<string>()
  const likeness = new Likeness()

  const decide = (rows: readonly ReadRow[], index: MatchIndex): Decision => {
    const now = new Date(clock.now()).toISOString()
    return decideRows(rows, index, order, { requestId, now, likeness, touched, created })
  }

  async function decideAndKeep(rows: readonly ReadRow[]): Promise<Decision> {
    const wanted = rows.flatMap((row) => lookedFor(row, order))
    if (wanted.length === 0) return decide(rows, new MatchIndex())
    if (order.dryRun) {
      for (const record of await clientDirectory.match(wanted, { signal }))
        if (!unsaved.has(record.id)) unsaved.add(record)
      return decide(rows, unsaved)
    }
    let decision: Decision = { outcomes: [], records: [], touched: new Set() }
    let index = new MatchIndex()
    await clientDirectory.change(
      wanted,
      (matches, foundBy) => {
        index = new MatchIndex()
        for (const record of matches) index.add(record, foundBy?.get(record.id))
        decision = decide(rows, index)
        return decision.records
      },
      {
        signal,
        imported: () => ({ import: requestId, ...countsOf(decision.outcomes) }),
        identifiersOf: (record) => index.identifiersOf(record),
      },
    )
    return decision
  }

  return {
    /** Enters one batch: all of its clients are kept together. */
    async enter(rows: readonly SourceRow[]): Promise<EnteredBatch> {
      mapping ??= await clientNormalizer.map(order.columns, rows, order.given)
      const read = await readRows(rows, mapping, order, likeness, ports, signal)
      const { outcomes, touched: now } = await decideAndKeep(read)
      const { model } = likeness
      return { outcomes, touched: [...now], mapping, ...(model === undefined ? {} : { model }) }
    },
    /** Goes on after a batch, whether it was entered just now or before the call was cut off. */
    goOnAfter({ outcomes, touched: ids, mapping: known, model }: EnteredBatch): void {
      likeness.goOnWith(model)
      for (const id of ids) touched.add(id)
      for (const each of outcomes) if (each.status === 'created') created.add(each.id)
      mapping = known
    },
    /** Pairs of a row and a client that were compared since the import began here. */
    compared: (): number => likeness.compared,
    mapping: async (): Promise<readonly ColumnMapping[]> =>
      mapping ?? (await clientNormalizer.map(order.columns, [], order.given)),
  }
}

/** What became of a batch, and what the next ones must know of it. */
export interface EnteredBatch {
  readonly outcomes: readonly ImportedRow[]
  /** Ids of the clients that its rows were about. */
  readonly touched: readonly string[]
  readonly mapping: readonly ColumnMapping[]
  /** How clients are judged, as the first rows taught. */
  readonly model?: MatchModel
}
