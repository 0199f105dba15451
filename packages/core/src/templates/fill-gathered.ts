import type { Context } from '../context.ts'
import { ChanceryError, type Violation } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import {
  type FailedRecord,
  type FilledRecord,
  type FillNeeds,
  type FillOrder,
  type FillPlan,
  fillRecords,
  finished,
  recordProblem,
} from './fill-records.ts'
import { mergedData } from './fill-request.ts'

/** All records: in one document where the template gathers them, else as `fillRecords` does. */
export async function* fillAllRecords(
  plan: FillPlan,
  records: readonly FillOrder[],
  ports: FillNeeds,
  context: Context,
): AsyncGenerator<FilledRecord | FailedRecord, void, undefined> {
  if (plan.gathers === true) yield* await fillGathered(plan, records, ports, context)
  else yield* fillRecords(plan, records, ports, context)
}

interface Row {
  /** Its place among the records of the call. */
  readonly index: number
  readonly order: FillOrder
  readonly data: JsonObject
}

/**
 * All records in one document, of a template that goes on to the next record within itself. The document comes first; after
 * it, in their order, the records that are not in it, each with what is wrong with it.
 * @throws what is no record's own fault
 */
export async function fillGathered(
  plan: FillPlan,
  records: readonly FillOrder[],
  ports: FillNeeds,
  context: Context,
): Promise<(FilledRecord | FailedRecord)[]> {
  const failed = new Map<number, FailedRecord>()
  const fail = (error: unknown, index: number, order: FillOrder): void => {
    failed.set(index, { error: recordProblem(error, index, order, context) })
  }
  let rows: Row[] = []
  for (const [index, order] of records.entries()) {
    try {
      rows.push({ index, order, data: await mergedData([order.data], order.client, '/client', ports, context) })
    } catch (error) {
      fail(error, index, order)
    }
  }
  const filled: FilledRecord[] = []
  // As often as records turn out to be at fault: an error tells of many at once.
  while (rows.length > 0 && filled.length === 0) {
    context.signal.throwIfAborted()
    const request = plan.requestOf({ ...plan.data, records: rows.map(({ data }) => data) })
    try {
      const outcome = await ports.documentTemplates.fill(plan.template, request, { signal: context.signal })
      filled.push(await finished(plan, {}, request, outcome, ports, context))
    } catch (error) {
      const faults = faultsByRow(error)
      const sound = rows.filter((_, place) => !faults.has(place))
      // The fault is in no record: each turn leaves some out, or is the last.
      if (sound.length === rows.length) throw error
      for (const [place, { index, order }] of rows.entries()) {
        const own = faults.get(place)
        if (own !== undefined) fail(own, index, order)
      }
      rows = sound
    }
  }
  return [...filled, ...[...failed].sort(([a], [b]) => a - b).map(([, record]) => record)]
}

/** The error of each row that is at fault; none where the fault is not in the rows. */
function faultsByRow(error: unknown): ReadonlyMap<number, ChanceryError> {
  if (!ChanceryError.is(error) || error.code !== 'data_incomplete') return new Map()
  const rows = new Map<number, Violation[]>()
  for (const violation of error.violations) {
    const [, place, rest = ''] = /^\/data\/records\/(\d+)(\/.*)?$/.exec(violation.pointer) ?? []
    if (place === undefined) continue
    const own = { ...violation, pointer: `/data${rest}` }
    rows.set(Number(place), [...(rows.get(Number(place)) ?? []), own])
  }
  return new Map(
    [...rows].map(([place, violations]) => [
      place,
      new ChanceryError('data_incomplete', error.message, { violations }),
    ]),
  )
}
