import {
  ChanceryError,
  type DocumentTemplates,
  type FilledTemplate,
  type FillRequest,
  type InducedTemplate,
  type VettedDocument,
} from '@chancery/core'
import { receivedFilled } from '../jobs/filled-pieces.ts'
import type { Induced, JobPayloads, SentFilled, SentTemplate } from '../jobs/payloads.ts'
import type { Service } from '../pool/running-job.ts'
import { jobBudget, valuesIn } from './job-budget.ts'
import type { JobRunner, JobSettings } from './job-runner.ts'
import { inducedInJobs } from './known-facts.ts'
import { openingServices, sentFill } from './opened-documents.ts'

type InducedWord = InducedTemplate<{ readonly bytes: Uint8Array; readonly contentType: string }>
type TemplateJob = 'fill' | 'fillMany' | 'takesRecords' | 'merge' | 'inspect' | 'induce'

/** Comparing samples costs so much more than reading them. */
const comparing = 10
/** Values of the data that go to a child together; more go by themselves, and fail by themselves. */
const valuesTogether = 20_000
/** So many characters of text weigh as much as a value. */
const charactersAValue = 64

/** The Word templates, at work in jobs; what takes no document apart is done here. */
export function sandboxedTemplates(runner: JobRunner, { maxMs, ...settings }: JobSettings): DocumentTemplates {
  function run<Job extends TemplateJob, Answer>(
    job: Job,
    payload: Omit<JobPayloads[Job], 'settings'>,
    budget: number,
    signal: AbortSignal,
    contents: readonly Uint8Array[],
    services: Readonly<Record<string, Service>> = {},
  ): Promise<Answer> {
    return runner.run<Answer>(job, { ...payload, settings }, { budget, signal, contents, services })
  }

  const fill: DocumentTemplates['fill'] = async (template, request, { signal }) => {
    const budget = jobBudget([template], maxMs, { values: valuesIn(request.data) })
    const payload = { template: sentTemplate(template), request: sentFill(request) }
    const services = { ...openingServices(request, maxMs), ...templateService(template) }
    // The same template may well be filled with other data.
    const filled = await run<'fill', SentFilled>('fill', payload, budget, signal, [], services)
    return receivedFilled(filled, template.bytes)
  }

  /** One job for all; where it comes to nothing, one for each, so that only those fail that are at fault. */
  async function fillTogether(
    template: VettedDocument,
    requests: readonly FillRequest[],
    signal: AbortSignal,
  ): Promise<readonly (FilledTemplate | ChanceryError)[]> {
    const [first] = requests
    if (first === undefined) return []
    if (requests.length > 1) {
      const values = requests.reduce((sum, { data }) => sum + valuesIn(data), 0) / requests.length
      const budget = jobBudget([template], maxMs, { values, factor: requests.length })
      try {
        const payload = { template: sentTemplate(template), requests: requests.map(sentFill) }
        const services = { ...openingServices(first, maxMs), ...templateService(template) }
        type Answer = readonly (SentFilled | ChanceryError)[]
        const filled = await run<'fillMany', Answer>('fillMany', payload, budget, signal, [], services)
        return filled.map((each) => (ChanceryError.is(each) ? each : receivedFilled(each, template.bytes)))
      } catch (error) {
        if (signal.aborted || !ChanceryError.is(error)) throw error
      }
    }
    const filled: (FilledTemplate | ChanceryError)[] = []
    for (const request of requests) {
      try {
        filled.push(await fill(template, request, { signal }))
      } catch (error) {
        if (signal.aborted || !ChanceryError.is(error)) throw error
        filled.push(error)
      }
    }
    return filled
  }

  return {
    id: 'word',
    fill,
    async fillMany(template, requests, { signal }) {
      const filled: (FilledTemplate | ChanceryError)[] = []
      for (const group of groups(requests))
        for (const item of await fillTogether(template, group, signal)) filled.push(item)
      return filled
    },
    fillText: async (text, request) => (await import('@chancery/tags')).fillText(text, request),
    takesRecords: (template, { signal, ...delimiters }) =>
      run('takesRecords', { template, ...delimiters }, jobBudget([template], maxMs), signal, []),
    merge: (documents, { signal }) => {
      const bytes = documents.reduce((sum, { length }) => sum + length, 0)
      return run('merge', { documents }, mergeBudget(bytes, documents.length, maxMs), signal, [])
    },
    inspect: (template, request, { signal }) => {
      const values = valuesIn([request.data, request.schema])
      return run('inspect', { template, request }, jobBudget([template], maxMs, { values }), signal, [template.bytes])
    },
    induce: (samples, request, { signal }) => {
      const budget = jobBudget(samples, maxMs, { factor: comparing })
      const contents = samples.map(({ bytes }) => bytes)
      return inducedInJobs<InducedWord>(request, (sent) =>
        run<'induce', Induced<InducedWord>>('induce', { samples, request: sent }, budget, signal, contents),
      )
    },
  }
}

/** A template whose digest is known is sent without its bytes: most children have them already. */
function sentTemplate(template: VettedDocument): SentTemplate {
  const { bytes: _, ...rest } = template
  return rest.sha256 === undefined ? template : { ...rest, sha256: rest.sha256 }
}

/** The service `template`: the bytes, for a child that has not got them. */
const templateService = ({ bytes }: VettedDocument): Readonly<Record<'template', Service>> => ({
  template: async () => bytes,
})

const baseMergeMs = 3000
/** For each document and each byte, in ms: an ample multiple of what was measured. */
const mergeBudget = (bytes: number, documents: number, maxMs: number): number =>
  Math.min(maxMs, baseMergeMs + documents * 5 + bytes * 0.005)

/** Requests that go to a child together, in their order. */
function* groups(requests: readonly FillRequest[]): Generator<readonly FillRequest[]> {
  let group: FillRequest[] = []
  let weight = 0
  for (const request of requests) {
    const own = weightOf(request.data)
    if (group.length > 0 && weight + own > valuesTogether) {
      yield group
      group = []
      weight = 0
    }
    group.push(request)
    weight += own
  }
  yield group
}

function weightOf(data: unknown): number {
  let weight = 0
  const left: unknown[] = [data]
  while (left.length > 0) {
    const value = left.pop()
    weight += typeof value === 'string' ? 1 + value.length / charactersAValue : 1
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) left.push(each)
  }
  return weight
}
