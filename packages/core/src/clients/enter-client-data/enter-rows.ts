import type { Context } from '../../context.ts'
import type { InputOf, PortsOf } from '../../contract.ts'
import { progressTo } from '../../long-work.ts'
import type { ClientRows, SourceRow } from '../../ports/client-source.ts'
import type { createImport } from '../import-clients.ts'
import { atDocument } from './at-document.ts'
import type { enterClientDataContract } from './contract.ts'
import { answerOfRows } from './import-answer.ts'
import { type KeptBatch, keptBatch } from './kept-batches.ts'

type Needed = PortsOf<typeof enterClientDataContract>

/**
 * Rows of one batch: between two, a call may end in time. From the first ones it is learnt what columns mean and how clients
 * are told apart, so they are more.
 */
const [firstRows, laterRows] = [500, 100]
/** Values of its rows: most have fewer. Of much less, what is done once a batch would be most of its work. */
const [firstValues, laterValues] = [10_000, 6000]
/** Values of a row, over all of a call: most have fewer. */
const valuesARow = 30

/** A property of a card is kept with all that it says beside its value, which takes as long as some values. */
const valuesOfProperty = 4
const saidIn = ({ values, cardProperties = [] }: SourceRow): number =>
  values.length + valuesOfProperty * cardProperties.length

/** Clients that a row is compared with, over all rows of a call: most are compared with two or three. */
const pairsARow = 10

/** E-mail addresses and telephones of a row, over all rows of a call: most have two or three. */
const contactsARow = 5

/** Of a call's time, what is kept for its last batch and its answer. */
const keptShare = 0.2

/**
 * Enters rows in batches until there are none left, or the call may take no more.
 * @returns with `nextCursor` where rows are left; `isFull` where that is for the bounds of the service, which a caller does not know
 */
export async function enterRows(
  { rows, total, asOf }: ClientRows,
  before: readonly KeptBatch[],
  clients: ReturnType<typeof createImport>,
  input: Pick<InputOf<typeof enterClientDataContract>, 'limit' | 'dryRun'>,
  ports: Needed,
  context: Context,
) {
  const answer = answerOfRows()
  for (const each of before) {
    clients.goOnAfter(each)
    answer.add(each.outcomes)
  }
  const { clientRows } = ports.settings.limits
  const limit = Math.min(input.limit ?? clientRows, clientRows)
  let valuesOfAll = 0
  const isFull = (): boolean =>
    answer.read() >= clientRows ||
    valuesOfAll >= valuesARow * clientRows ||
    clients.compared() >= pairsARow * clientRows ||
    clients.contacts() >= contactsARow * clientRows
  const isLate = lateness(ports, context)
  let last = before.at(-1)?.cursor
  let batch: SourceRow[] = []
  let values = 0
  const enter = async (cursor: string): Promise<void> => {
    const kept = input.dryRun ? undefined : keptBatch(answer.read(), before[0]?.asOf ?? asOf, ports, context)
    answer.add(await clients.enter(batch, kept))
    batch = []
    values = 0
    last = cursor
    progressTo(context, answer.read(), Math.min(limit, total ?? limit))
  }
  for await (const row of rowsOf(rows)) {
    context.signal.throwIfAborted()
    // Only between batches, and not before the first: each call gets on.
    const mayEnd = batch.length === 0 && last !== undefined
    if (mayEnd && (isFull() || answer.read() >= limit || isLate()))
      return { answer, nextCursor: last, isFull: isFull() }
    batch.push(row)
    const said = saidIn(row)
    values += said
    valuesOfAll += said
    const [most, mostValues] = last === undefined ? [firstRows, firstValues] : [laterRows, laterValues]
    const isWhole = batch.length === Math.min(most, limit - answer.read()) || values >= mostValues
    if (isWhole) await enter(row.cursor)
  }
  const end = batch.at(-1)
  if (end !== undefined) await enter(end.cursor)
  return { answer, isFull: false }
}

/** Tells whether what is left of a call's time is for its answer. */
function lateness({ clock }: Needed, { deadline }: Context): () => boolean {
  const kept = keptShare * (deadline - clock.now())
  return () => deadline - clock.now() < kept
}

async function* rowsOf(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  try {
    yield* rows
  } catch (error) {
    throw atDocument(error)
  }
}
