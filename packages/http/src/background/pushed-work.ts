import { ChanceryError, parseInput } from '@chancery/core'
import * as z from 'zod'
import type { Answer } from '../answer/answer.ts'
import { readBody } from '../body/body-bytes.ts'
import { parseJsonBody } from '../body/json-body.ts'
import type { HttpLimits } from '../settings.ts'
import type { PushedCall } from './background-settings.ts'

/** Where a queue pushes to. */
export const pushPath = '/work'

const body = z.object({ id: z.string().min(1).max(128) })
const mostBytes = 10_000

/**
 * Answers a push of the queue as the queue understands it: any 2xx ends its task, 429 and 503 have it pushed again later.
 * @throws `api_key_invalid` where the push is not from the queue
 */
export async function pushedWork(push: PushedCall, request: Request, limits: HttpLimits): Promise<Answer> {
  const token = /^bearer ([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) throw foreign()
  const bytes = await readBody(request, { limit: mostBytes, signal: request.signal })
  const { id } = parseInput(body, parseJsonBody(bytes, limits))
  const outcome = await push({ token, id })
  if (outcome === 'refused') throw foreign()
  const status = { done: 204, again: 503, full: 429 }[outcome]
  return { status, headers: { 'cache-control': 'no-store' }, body: null }
}

const foreign = (): ChanceryError =>
  new ChanceryError('api_key_invalid', 'This address is for the queue of the service alone.')
