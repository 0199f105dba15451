import {
  type BackgroundCall,
  callerOf,
  ChanceryError,
  defineOperation,
  invalidRequest,
  nextTurn,
  type Operation,
  type Principal,
} from '@chancery/core'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackgroundSettings } from './background-settings.ts'
import { endedAnswer } from './ended-answer.ts'
import { cancelOperationContract, getOperationContract, listOperationsContract } from './contracts-about-calls.ts'
import { isDone, type OperationObject, operationObject } from './operation-object.ts'

const pageSize = 50
/** Of a call's time, what is left to read a long answer. */
const answerMs = 5000

/** The three calls about calls that are done in the background. They are none of the operations, and need no scope. */
export function callsAboutCalls(background: BackgroundSettings): readonly Operation[] {
  return [getOperation(background), cancelOperation(background), listOperations(background)] as readonly Operation[]
}

const getOperation = (background: BackgroundSettings) =>
  defineOperation({
    ...getOperationContract,
    async run({ id, waitMs }, { clock }, { principal, signal, deadline }) {
      const until = Math.min(clock.now() + waitMs, deadline - answerMs)
      let call = await own(background, principal, id)
      for (let wait = 50; !isDone(call) && clock.now() < until; wait = Math.min(1000, wait * 1.5)) {
        await pause(Math.min(wait, until - clock.now()), undefined, { signal })
        call = await own(background, principal, id)
      }
      return { data: { operation: await shown(background, call, signal) } }
    },
  })

const cancelOperation = (background: BackgroundSettings) =>
  defineOperation({
    ...cancelOperationContract,
    async run({ id }, _ports, { principal, signal }) {
      await own(background, principal, id)
      const call = await background.register.cancel(id)
      if (call === undefined) throw notFound()
      return { data: { operation: await shown(background, call, signal) } }
    },
  })

const listOperations = (background: BackgroundSettings) =>
  defineOperation({
    ...listOperationsContract,
    async run({ cursor }, _ports, { principal }) {
      const before = cursor === undefined ? undefined : readCursor(cursor)
      const found = await background.register.list(callerOf(principal), {
        limit: pageSize + 1,
        ...(before === undefined ? {} : { before }),
      })
      const page = found.slice(0, pageSize)
      const last = page.at(-1)
      return {
        data: {
          operations: page.filter((call) => mayCall(principal, call)).map((call) => operationObject(call)),
          ...(found.length > pageSize && last !== undefined ? { nextCursor: cursorOf(last) } : {}),
        },
      }
    },
  })

const notFound = (): ChanceryError =>
  new ChanceryError('background_operation_not_found', 'There is no such operation, or not any more.', {
    violations: [{ pointer: '/id', code: 'not_found', message: 'No operation of this caller has this id.' }],
  })

/** A key that may not call an operation is not told what it was answered. */
const mayCall = ({ operations }: Principal, { operation }: BackgroundCall): boolean =>
  operations === '*' || operations.includes(operation)

async function own({ register }: BackgroundSettings, principal: Principal, id: string): Promise<BackgroundCall> {
  const call = await register.find(id)
  if (call === undefined || call.owner !== callerOf(principal) || !mayCall(principal, call)) throw notFound()
  return call
}

async function shown(
  background: BackgroundSettings,
  call: BackgroundCall,
  signal: AbortSignal,
): Promise<OperationObject> {
  if (!isDone(call)) return operationObject(call)
  const answer = await endedAnswer(background, call, signal)
  // A long answer is read in a turn of its own.
  await nextTurn(signal)
  return operationObject(call, answer)
}

const cursorOf = ({ createdAt, id }: BackgroundCall): string =>
  Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')

function readCursor(cursor: string): { readonly createdAt: number; readonly id: string } {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown]
    if (typeof createdAt === 'number' && typeof id === 'string') return { createdAt, id }
  } catch {
    // It is none of ours.
  }
  throw invalidRequest('/cursor', 'invalid_cursor', 'This is no cursor of a listing.', 'Begin without a cursor.')
}
