import * as z from 'zod'
import type { Context } from '../context.ts'
import { Content } from '../model/content.ts'
import { documentPath, safeName } from '../model/document-path.ts'
import { contentTypes } from '../model/document-type.ts'
import type { VettedDocument } from '../model/vetted-document.ts'
import { ChanceryError, errorAt, invalidRequest, type Violation } from '../errors.ts'
import { itemProblemOf } from '../item-problem.ts'
import type { JsonObject } from '../json.ts'
import { parseInput } from '../operation.ts'
import type { FilledTemplate, FillRequest } from '../ports/document-templates.ts'
import type { Ports } from '../ports/index.ts'
import type { DocumentTarget, TaggedTarget } from '../shapes/document-target.ts'
import type { Finding } from '../model/finding.ts'
import { convertDocument } from './convert-document.ts'
import { progressTo } from '../long-work.ts'
import { documentName, stemOf } from './document-name.ts'
import type { FilledFormat } from './template-format.ts'
import { fillErrorAt, mergedData, ownUnused } from './fill-request.ts'

export interface FillOrder {
  readonly data?: JsonObject | undefined
  readonly client?: string | undefined
  readonly filename?: string | undefined
}

/** What all records of a call have in common. */
export interface FillPlan {
  readonly template: VettedDocument
  readonly data: JsonObject | undefined
  /** The fill of some data, with the call's choices. */
  readonly requestOf: (data: JsonObject) => FillRequest
  /** What the documents are to be in the end. */
  readonly format: FilledFormat
  readonly filename: string | undefined
  readonly distinct: (name: string) => string
  /** The template takes all records at once, in one document: a sheet of labels. */
  readonly gathers?: boolean
}

export type FillNeeds = Pick<Ports, 'documentTemplates' | 'clientDirectory' | 'converters'>

/** One record's document, ready to be delivered, with what went where. */
export interface FilledRecord extends Omit<FilledTemplate, 'findings'> {
  readonly filename: string
  readonly request: FillRequest
  readonly findings: readonly Finding[]
}

export interface RecordProblem {
  readonly code: string
  readonly message: string
  readonly errors: readonly Violation[]
}

/** A record that came to nothing. */
export interface FailedRecord {
  readonly error: RecordProblem
}

/** Bytes of templates, times records, that are filled together: what is held at once stays small whatever the number. */
const batchBytes = 4 * 1024 * 1024
const maxBatch = 50

/** The document of the call itself. @throws what its fill throws */
export async function fillAlone(
  plan: FillPlan,
  order: FillOrder,
  ports: FillNeeds,
  context: Context,
): Promise<FilledRecord> {
  const request = plan.requestOf(await mergedData([plan.data, order.data], order.client, '/client', ports, context))
  const filled = await ports.documentTemplates.fill(plan.template, request, { signal: context.signal })
  return finished(plan, order, request, filled, ports, context)
}

/**
 * Fills the template for one record after the other, in batches that are made as they are asked for. A record that fails
 * is reported in its place.
 * @throws what is no record's own fault: a template that none can fill, a cancelled call
 */
export async function* fillRecords(
  plan: FillPlan,
  records: readonly FillOrder[],
  ports: FillNeeds,
  context: Context,
): AsyncGenerator<FilledRecord | FailedRecord, void, undefined> {
  for (const batch of batchesOf(plan, records)) {
    context.signal.throwIfAborted()
    yield* await fillBatch(plan, batch, ports, context)
    progressTo(context, batch.start + batch.orders.length, records.length)
  }
}

/** Records that are filled together, from a place on. */
export interface RecordBatch {
  readonly start: number
  readonly orders: readonly FillOrder[]
}

export function batchesOf({ template }: FillPlan, records: readonly FillOrder[]): RecordBatch[] {
  const size = Math.max(1, Math.min(maxBatch, Math.floor(batchBytes / template.bytes.length)))
  return Array.from({ length: Math.ceil(records.length / size) }, (_, index) => ({
    start: index * size,
    orders: records.slice(index * size, (index + 1) * size),
  }))
}

/** One batch, as `fillRecords` fills all of them. */
export async function fillBatch(
  plan: FillPlan,
  { start, orders }: RecordBatch,
  ports: FillNeeds,
  context: Context,
): Promise<(FilledRecord | FailedRecord)[]> {
  const requests = await Promise.all(
    orders.map(async ({ data, client }) => {
      try {
        return plan.requestOf(await mergedData([plan.data, data], client, '/client', ports, context))
      } catch (error) {
        return asError(error)
      }
    }),
  )
  const sound = requests.filter((request): request is FillRequest => !ChanceryError.is(request))
  const filled = await ports.documentTemplates.fillMany(plan.template, sound, { signal: context.signal })
  const byRequest = new Map(sound.map((request, index) => [request, filled[index]]))
  const finish = async (order: FillOrder, index: number): Promise<FilledRecord | FailedRecord> => {
    try {
      const request = requests[index]
      if (request === undefined || ChanceryError.is(request)) throw request
      const outcome = byRequest.get(request)
      if (outcome === undefined || ChanceryError.is(outcome)) throw outcome
      return await finished(plan, order, request, outcome, ports, context)
    } catch (error) {
      return { error: recordProblem(error, start + index, order, context) }
    }
  }
  const atOnce = plan.format === 'pdf' && ports.converters.names.length > 0 ? ports.converters.get().parallel : 1
  return mapped(orders, atOnce, finish)
}

/** Maps in order, so many at once. */
async function mapped<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await map(items[index] as Item, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return results
}

function asError(error: unknown): ChanceryError {
  if (ChanceryError.is(error)) return error
  throw error
}

/**
 * @param begun others of the call have been stored already
 * @throws what is no fault of the record
 */
export function recordProblem(
  error: unknown,
  index: number,
  order: FillOrder,
  { signal }: Pick<Context, 'signal'>,
  begun = false,
): RecordProblem {
  signal.throwIfAborted()
  // The time of one fill, not of the call: there is some left for the others.
  if (ChanceryError.is(error) && error.code === 'deadline_exceeded') {
    return { code: error.code, message: error.message, errors: error.violations }
  }
  const own = ['data', 'client', ...(order.filename === undefined ? [] : ['filename'])]
  const problem = itemProblemOf(error, `/records/${index}`, own, begun)
  // A template that no record can fill is the call's fault, not the record's.
  const isOwn = problem.errors.some(({ pointer }) => pointer.startsWith('/records/'))
  const isOfAll = problem.errors.some(({ pointer }) => pointer.startsWith('/template'))
  if (problem.code === 'template_invalid' && (isOfAll || !isOwn)) {
    throw isOwn ? new ChanceryError(problem.code, problem.message, { violations: problem.errors }) : error
  }
  return problem
}

/** A filled document under its name, in the format that is wanted. @throws as `fillText`, and as conversions do */
export async function finished(
  plan: FillPlan,
  order: FillOrder,
  request: FillRequest,
  filled: FilledTemplate,
  ports: FillNeeds,
  context: Context,
): Promise<FilledRecord> {
  const otherwise = stemOf(plan.template.filename ?? 'document')
  const wanted = order.filename ?? plan.filename
  const text = wanted === undefined ? otherwise : await fillName(wanted, '/filename', request, ports)
  const { name, findings } = documentName(text, plan.format, otherwise)
  // Before the conversion, of which several run at once: names are given in the order of the records.
  const filename = plan.distinct(name)
  const made =
    plan.format === 'pdf'
      ? {
          content: new Content([
            await convertDocument(filled.content.bytes, plan.template.type, 'pdf', ports.converters, context),
          ]),
          contentType: contentTypes.pdf,
        }
      : {}
  return {
    ...filled,
    ...made,
    filename,
    request,
    unused: ownUnused(filled.unused, order.client),
    findings: findings.length === 0 ? filled.findings : [...filled.findings, ...findings],
  }
}

/** A filled name. @throws as `fillText`, at the pointer */
export async function fillName(
  template: string,
  pointer: string,
  request: FillRequest,
  { documentTemplates }: Pick<Ports, 'documentTemplates'>,
): Promise<string> {
  // Most names of folders have no tags.
  if (!template.includes('{')) return template
  try {
    return (await documentTemplates.fillText(template, request)).text
  } catch (error) {
    throw fillErrorAt(pointer, error)
  }
}

/**
 * Fills the tags of a target's path; a value never adds a folder of its own.
 * @throws `invalid_request` for a name that a tag leaves empty, and for a path that is none
 */
export async function filledTarget(
  output: TaggedTarget,
  request: FillRequest,
  ports: Pick<Ports, 'documentTemplates'>,
): Promise<DocumentTarget> {
  const segments = []
  for (const segment of output.path.split('/')) {
    const text = await fillName(segment, '/output/path', request, ports)
    if (text !== segment && /^[\s.]*$/.test(text)) {
      throw invalidRequest(
        '/output/path',
        'empty_name',
        'A name of the path is empty once its tags are filled.',
        'Give the value, or a default in the tag: {name | default:"unnamed"}.',
      )
    }
    segments.push(text === segment ? segment : safeName(text))
  }
  try {
    return { ...output, path: parseInput(z.object({ path: documentPath }), { path: segments.join('/') }).path }
  } catch (error) {
    throw errorAt('/output', error)
  }
}
