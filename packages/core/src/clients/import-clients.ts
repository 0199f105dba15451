import type { Context } from '../context.ts'
import type { KeptOutcome } from '../ports/client-directory.ts'
import type { ColumnMapping } from '../ports/client-normalizer.ts'
import type { SourceRow } from '../ports/client-source.ts'
import type { Ports } from '../ports/index.ts'
import { nextTurn } from '../turns.ts'
import { type Decision, type DecisionOrder, decideRows } from './decide-rows.ts'
import { countsOf, type ImportedRow } from './imported-row.ts'
import { MatchIndex } from './match-index.ts'
import type { NamedClient } from './matching/word-counts.ts'
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

/** Rows of one transaction: nobody else has a turn in between, also on a busy machine, where each takes ten times as long. */
const rowsOfChange = 100

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
  let contacts = 0

  const decide = (rows: readonly ReadRow[], index: MatchIndex): Decision => {
    const now = new Date(clock.now()).toISOString()
    return decideRows(rows, index, order, { requestId, now, likeness, touched, created })
  }

  async function decideAndKeep(
    rows: readonly ReadRow[],
    kept?: (decision: Decision) => KeptOutcome,
  ): Promise<Decision> {
    const wanted = rows.flatMap((row) => lookedFor(row, order))
    if (wanted.length === 0 && kept === undefined) return decide(rows, new MatchIndex())
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
        ...(wanted.length > 0 && { imported: () => ({ import: requestId, ...countsOf(decision.outcomes) }) }),
        ...(kept !== undefined && { outcome: () => kept(decision) }),
        identifiersOf: (record) => index.identifiersOf(record),
      },
    )
    return decision
  }

  const takeNote = ({ outcomes, touched: ids }: Pick<Decision, 'outcomes' | 'touched'>): void => {
    for (const id of ids) touched.add(id)
    for (const each of outcomes) if (each.status === 'created') created.add(each.id)
  }

  return {
    /**
     * Enters one batch: some of its rows after the other, whose clients are kept together, with what is kept of them to go on from.
     * @param kept with how many rows of the batch came before
     */
    async enter(
      rows: readonly SourceRow[],
      kept?: (batch: EnteredBatch, after: number) => KeptOutcome,
    ): Promise<readonly ImportedRow[]> {
      const columns = (mapping ??= await clientNormalizer.map(order.columns, rows, order.given))
      const read = await readRows(rows, columns, order, likeness, ports, signal)
      const outcomes: ImportedRow[] = []
      while (outcomes.length < read.length) {
        if (outcomes.length > 0) await nextTurn(signal)
        const after = outcomes.length
        const part = read.slice(after, after + rowsOfChange)
        const before = likeness.compared
        const enteredAs = (decided: Decision): EnteredBatch => ({
          outcomes: decided.outcomes,
          touched: [...decided.touched],
          cursor: part.at(-1)?.row.cursor ?? '',
          mapping: columns,
          names: namesOf(part),
          compared: likeness.compared - before,
          contacts: contactsOf(part),
          ...(likeness.model && { model: likeness.model }),
        })
        const decision = await decideAndKeep(part, kept && ((decided) => kept(enteredAs(decided), after)))
        takeNote(decision)
        contacts += contactsOf(part)
        for (const each of decision.outcomes) outcomes.push(each)
      }
      return outcomes
    },
    /** Goes on after a batch that was entered before the call was cut off. */
    goOnAfter({ outcomes, touched: ids, mapping: known, names, compared, contacts: told, model }: EnteredBatch): void {
      likeness.goOnAfter({ names, compared, model })
      contacts += told
      takeNote({ outcomes, touched: new Set(ids) })
      mapping = known
    },
    /** Pairs of a row and a client that were compared. */
    compared: (): number => likeness.compared,
    /** E-mail addresses and telephones that rows had: each is read, looked up and kept. */
    contacts: (): number => contacts,
    mapping: async (): Promise<readonly ColumnMapping[]> =>
      mapping ?? (await clientNormalizer.map(order.columns, [], order.given)),
  }
}

const namesOf = (rows: readonly ReadRow[]): readonly NamedClient[] =>
  rows.flatMap(({ client }) => {
    if (client === undefined) return []
    const { words, given, postcode, locality } = client.profile
    return [{ words, given, postcode, locality }]
  })

const contactsOf = (rows: readonly ReadRow[]): number =>
  rows.reduce((sum, { client }) => sum + (client?.data.emails.length ?? 0) + (client?.data.phones.length ?? 0), 0)

/** What became of rows of one transaction, and what the next ones must know of it: plain JSON. */
export interface EnteredBatch {
  /** Of the last row. */
  readonly cursor: string
  readonly outcomes: readonly ImportedRow[]
  /** Ids of the clients that its rows were about. */
  readonly touched: readonly string[]
  readonly mapping: readonly ColumnMapping[]
  /** By which it is known how usual names are. */
  readonly names: readonly NamedClient[]
  /** Pairs of a row and a client. */
  readonly compared: number
  /** See `createImport`. */
  readonly contacts: number
  /** How clients are judged, as the first rows taught. */
  readonly model?: MatchModel
}
