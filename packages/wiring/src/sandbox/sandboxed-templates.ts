import {
  ChanceryError,
  Content,
  type DocumentSource,
  type DocumentTemplates,
  type FilledTemplate,
  type FillRequest,
  type VettedDocument,
} from '@chancery/core'
import { errorOf, type Outcome, type Sandbox, type Service } from '@chancery/safety/sandbox'
import { jobBudget, valuesIn, vettingCost } from './job-budget.ts'
import type { JobSettings } from './job-settings.ts'
import type { JobPayloads, SentFilledTemplate, SentFillRequest } from './jobs.ts'

type TemplateJob = 'fill' | 'fillMany' | 'merge' | 'inspect' | 'induce'

/** Comparing samples costs so much more than reading them. */
const comparing = 10
/** Values of the data that go to a child together; more go by themselves, and fail by themselves. */
const valuesTogether = 20_000
/** So many characters of text weigh as much as a value. */
const charactersAValue = 64

/** The Word templates, at work in a child process; what takes no document apart is done here. */
export function sandboxedTemplates(
  sandbox: Pick<Sandbox, 'run'>,
  { maxMs, ...settings }: JobSettings,
): DocumentTemplates {
  function run<Job extends TemplateJob, Answer>(
    job: Job,
    payload: Omit<JobPayloads[Job], 'settings'>,
    budget: number,
    signal: AbortSignal,
    services: Readonly<Record<string, Service>> = {},
  ): Promise<Answer> {
    return sandbox.run<Answer>(job, { ...payload, settings }, { budget, signal, services })
  }

  const fill: DocumentTemplates['fill'] = (template, request, { signal }) => {
    const budget = jobBudget([template], maxMs, { values: valuesIn(request.data) })
    const payload = { template, request: sent(request) }
    return run<'fill', SentFilledTemplate>('fill', payload, budget, signal, opening(request, maxMs)).then(received)
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
        const payload = { template, requests: requests.map(sent) }
        const outcomes = await run<'fillMany', Outcome[]>('fillMany', payload, budget, signal, opening(first, maxMs))
        return outcomes.map(resultOf)
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
    merge: (documents, { signal }) => {
      const bytes = documents.reduce((sum, { length }) => sum + length, 0)
      return run('merge', { documents }, mergeBudget(bytes, documents.length, maxMs), signal)
    },
    inspect: (template, request, { signal }) => {
      const values = valuesIn([request.data, request.schema])
      return run('inspect', { template, request }, jobBudget([template], maxMs, { values }), signal)
    },
    induce: (samples, { identify, ...request }, { signal }) => {
      const budget = jobBudget(samples, maxMs, { factor: comparing })
      return run('induce', { samples, request }, budget, signal, { identify: (text: string) => identify(text) })
    },
  }
}

const baseMergeMs = 3000
/** For each document and each byte, in ms: an ample multiple of what was measured. */
const mergeBudget = (bytes: number, documents: number, maxMs: number): number =>
  Math.min(maxMs, baseMergeMs + documents * 5 + bytes * 0.005)

const sent = ({ open, ...request }: FillRequest): SentFillRequest => ({ ...request, opens: open !== undefined })

/** The child vets what it gets, and has time for that. */
const opening = ({ open }: FillRequest, maxMs: number): Readonly<Record<string, Service>> =>
  open === undefined
    ? {}
    : {
        async open(source: DocumentSource, { allow }) {
          const incoming = await open(source)
          allow(vettingCost(incoming.bytes, maxMs))
          return incoming
        },
      }

const received = (filled: SentFilledTemplate): FilledTemplate => ({
  ...filled,
  content: new Content(filled.content.chunks),
})

function resultOf(outcome: Outcome): FilledTemplate | ChanceryError {
  if (outcome.ok) return received(outcome.value as SentFilledTemplate)
  return 'problem' in outcome
    ? errorOf(outcome.problem)
    : new ChanceryError('internal', 'Something went wrong here.', { details: {} })
}

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
