import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { deliverDocument } from '../../documents/deliver-document.ts'
import { progressTo } from '../../long-work.ts'
import { present } from '../../present.ts'
import type { ClientRecord } from '../../model/client-record.ts'
import { exportDocument } from '../formats/export-document.ts'
import { searchClients } from '../search/client-query.ts'
import type { exportClientsContract } from './contract.ts'

/** Clients that are read at once. */
const pageSize = 500

/** Of a call's time, what is kept for its document. */
const keptShare = 0.4

/** About what a client takes in a document, as text. */
const sizeOf = (record: ClientRecord): number => JSON.stringify(record).length

/** Reads clients page by page, and writes them down together. */
export async function exportPage(
  input: InputOf<typeof exportClientsContract>,
  ports: PortsOf<typeof exportClientsContract>,
  context: Context,
): Promise<AnswerOf<typeof exportClientsContract>> {
  const { format, bom, filename, output, limit, dryRun, cursor: from, ...query } = input
  const records: ClientRecord[] = []
  const timeLeft = (): number => context.deadline - ports.clock.now()
  const kept = keptShare * timeLeft()
  let cursor = from
  let size = 0
  do {
    context.signal.throwIfAborted()
    const page = await searchClients(
      query,
      { cursor, limit: Math.min(pageSize, limit - records.length) },
      ports,
      context,
    )
    for (const record of page.clients) {
      records.push(record)
      size += sizeOf(record)
    }
    cursor = page.nextCursor
    progressTo(context, records.length, limit)
    // A page of clients may be a little more than there was room for; half of what a document may be is far from it.
  } while (
    cursor !== undefined &&
    records.length < limit &&
    size < ports.settings.limits.documentBytes / 2 &&
    timeLeft() > kept
  )
  const made = exportDocument(records, format, { bom })
  const document = await deliverDocument(
    { ...made, filename: filename ?? made.filename },
    output,
    dryRun,
    ports,
    context,
  )
  return { data: { document, count: records.length, ...present({ nextCursor: cursor }) } }
}
