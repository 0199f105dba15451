import { ChanceryError, type Json, type JsonObject } from '@chancery/core'
import {
  countSteps,
  evaluate,
  type EvaluationContext,
  type Expression,
  pathsOf,
  recordNumber,
  recordPlace,
  rootScope,
} from '@chancery/tags'

/**
 * What a template does with the records of a merge, in the order of its text: go on to the next one (NEXT, or NEXTIF where
 * its condition holds), or leave out the current one, whose place the next takes (SKIPIF).
 */
export interface MergeStep {
  readonly kind: 'next' | 'skip'
  /** Absent: always. It reads the records met so far. */
  readonly condition?: Expression
}

/** The data of one filling: its `records` are those that the template meets, `null` behind the last. */
export interface MergeSheet {
  readonly data: JsonObject
  /** For each of its `records` the number of the record in the data, from 0. */
  readonly sources: readonly number[]
}

/** Most fillings that records are spread over. */
const maxSheets = 2000

/**
 * Spreads the list `records` of the data over as many fillings as it takes, as Word does with a sheet of labels. Without
 * such a list, or without a step to the next record, the data is the one record. `skipped`: the numbers of the records that SKIPIF leaves out.
 * @throws `payload_too_large`
 */
export function sheetsOf(
  steps: readonly MergeStep[],
  data: JsonObject,
  context: EvaluationContext,
): { readonly sheets: readonly MergeSheet[]; readonly skipped: readonly number[] } {
  const given = steps.some(({ kind }) => kind === 'next') ? data['records'] : undefined
  const records: readonly Json[] | undefined = Array.isArray(given) ? given : undefined
  const count = records?.length ?? 1
  const sheets: MergeSheet[] = []
  const skipped: number[] = []
  const turns = countSteps()
  const recordAt = (number: number): Json => numbered(records?.[number] ?? null, number, number - skipped.length)
  for (let next = 0; next < count; next++) {
    const sources = [next]
    const met = [recordAt(next)]
    const own: JsonObject = records === undefined ? data : { ...data, records: met }
    for (const { kind, condition } of steps) {
      const holds = (): boolean => {
        turns.turn(1)
        return condition === undefined || isMet(condition, own, context)
      }
      if (kind === 'next') {
        if (holds()) next++
        sources.push(next)
        met.push(recordAt(next))
        continue
      }
      // The next record takes the place of one that is left out, also in the middle of a sheet.
      while (next < count && holds()) {
        // Where NEXTIF did not go on, the record has a place on the sheet already.
        if (sources.indexOf(next) === sources.length - 1) skipped.push(next)
        next++
        sources[sources.length - 1] = next
        met[met.length - 1] = recordAt(next)
      }
    }
    if ((sources[0] ?? 0) < count && sheets.push({ data: own, sources }) > maxSheets) {
      throw new ChanceryError('payload_too_large', 'The records take too many copies of the template.', {
        details: { what: 'copies', limit: maxSheets },
      })
    }
  }
  return { sheets, skipped }
}

/** Paths of the data that the steps read, as they are told to be unused: without the numbers of records. */
export const readBySteps = (steps: readonly MergeStep[]): ReadonlySet<string> =>
  new Set(
    steps.flatMap(({ condition }) =>
      condition === undefined
        ? []
        : pathsOf(condition).map(({ segments }) => segments.join('.').replace(/^records\.\d+\./, 'records.')),
    ),
  )

const ofRecord = /^records\.(?:\d+\.)?(.+)$/

/** What neither the record nor the data beside it has is missing once: of the record, or of the data where there is no list. */
export function missedOnce<Item>(
  items: readonly Item[],
  pathOf: (item: Item) => string,
  { records }: JsonObject,
): readonly Item[] {
  const paths = new Set(items.map(pathOf))
  const inRecords = new Set(items.flatMap((item) => ofRecord.exec(pathOf(item))?.[1] ?? []))
  return items.filter((item) => {
    const path = pathOf(item)
    return Array.isArray(records) ? !inRecords.has(path) : !paths.has(ofRecord.exec(path)?.[1] ?? '')
  })
}

const isMet = (condition: Expression, data: JsonObject, context: EvaluationContext): boolean => {
  const outcome = evaluate(condition, rootScope(data, context), context)
  return outcome.kind === 'found' && outcome.value === true
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A record with its numbers from 1, in all and among those that are not left out, which no list of its fields shows. */
function numbered(record: Json, number: number, place: number): Json {
  if (!isObject(record)) return record
  // No getter is run.
  const copy: JsonObject = Object.defineProperties({}, Object.getOwnPropertyDescriptors(record))
  return Object.defineProperties(copy, {
    [recordNumber]: { value: number + 1 },
    [recordPlace]: { value: place + 1 },
  })
}
