import { defineContract, type Contract } from '@chancery/core'
import * as z from 'zod'

const operationShape = z
  .object({
    id: z.string(),
    name: z.string().describe('The operation that was called.'),
    done: z.boolean(),
    progress: z
      .object({ done: z.int(), total: z.int() })
      .optional()
      .describe('Pages, records, recipients, rows or samples.'),
    createdAt: z.string().describe('ISO 8601, UTC.'),
    expiresAt: z.string().describe('When it is forgotten with its answer.'),
    response: z.unknown().optional().describe('The whole answer of the call, `{data, meta}`, where it succeeded.'),
    error: z.unknown().optional().describe('The problem of the call (RFC 9457), where it failed.'),
  })
  .meta({ id: 'BackgroundOperation' })

/** Longest wait for an end, in ms: shorter than the patience of what stands between. */
export const mostWaitMs = 20_000

const id = z.string().min(1).max(128).describe('Of the answer 202.')

const common = {
  area: 'service',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  needs: ['clock'],
} as const

/** Ids of the operations of the examples: what is called in the docs is there when they are run. */
const exampleIds = { done: 'c57ea0b3a5013ce5fb62571d4d0252a3', cancelled: '558ab79474950cdb463333d0f03685ea' } as const

export const getOperationContract = defineContract({
  ...common,
  name: 'get-operation',
  summary: 'Tells how far an operation in the background is, and its answer.',
  description:
    'With `waitMs` the answer comes as soon as the operation is done, and after that time at the latest. Done: exactly one of `response` and `error`, as the call itself would have been answered.',
  input: z.strictObject({
    id,
    waitMs: z.int().min(0).max(mostWaitMs).default(0).describe('How long its end is waited for, in ms.'),
  }),
  output: z.object({ operation: operationShape }),
  problems: ['background_operation_not_found'],
  examples: [{ title: 'Wait for its end', input: { id: exampleIds.done, waitMs: mostWaitMs } }],
})

export const cancelOperationContract = defineContract({
  ...common,
  name: 'cancel-operation',
  summary: 'Cancels an operation in the background.',
  description:
    'One that waits ends at once; one that is being done ends soon. What it has done already stays done. Of one that has ended nothing changes.',
  input: z.strictObject({ id }),
  output: z.object({ operation: operationShape }),
  problems: ['background_operation_not_found'],
  examples: [{ title: 'Cancel it', input: { id: exampleIds.cancelled } }],
})

export const listOperationsContract = defineContract({
  ...common,
  name: 'list-operations',
  summary: 'Lists the operations in the background of this caller.',
  description: 'The newest first, without their answers.',
  input: z.strictObject({ cursor: z.string().max(1024).optional().describe('`nextCursor` of the page before.') }),
  output: z.object({ operations: z.array(operationShape), nextCursor: z.string().optional() }),
  problems: [],
  examples: [{ title: 'The newest', input: {} }],
})

/** What the calls about calls promise. They are none of the operations, and are there where calls are taken on. */
export const contractsAboutCalls = [
  getOperationContract,
  cancelOperationContract,
  listOperationsContract,
] as const satisfies readonly Contract[]

/** Whether it is a call about calls. */
export const isAboutCalls = ({ area }: Pick<Contract, 'area'>): boolean => area === 'service'
