import type { DocumentSource, FillRequest } from '@chancery/core'
import type { SentFillRequest } from '../jobs/payloads.ts'
import type { Service } from '../pool/running-job.ts'
import { vettingCost } from './job-budget.ts'

export const sentFill = ({ open, ...request }: FillRequest): SentFillRequest => ({
  ...request,
  opens: open !== undefined,
})

/** The service `open` of a fill: bytes that values refer to. The child vets what it gets, and has time for that. */
export const openingServices = ({ open }: FillRequest, maxMs: number): Readonly<Record<string, Service>> =>
  open === undefined
    ? {}
    : {
        async open(source: DocumentSource, { allow }) {
          const incoming = await open(source)
          allow(vettingCost(incoming.bytes, maxMs))
          return incoming
        },
      }
