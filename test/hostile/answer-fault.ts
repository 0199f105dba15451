import { problemCodes } from '@chancery/core'
import type { TimedAnswer } from './service-process.ts'

const longestMs = 5000

/**
 * What is wrong with an answer; `undefined` for a success (many an attack is a document that can be read) or a refusal as
 * promised.
 * @param mostMs more where other work shares the machine
 */
export function answerFault({ status, contentType, code, ms }: TimedAnswer, mostMs = longestMs): string | undefined {
  if (status === 0) return `no answer after ${ms.toFixed(0)} ms`
  if (ms > mostMs) return `${status} after ${ms.toFixed(0)} ms`
  if (status === 200) return undefined
  if (status < 400 || status >= 500) return `${status} ${code ?? ''}`
  const isProblem = contentType === 'application/problem+json' && Object.hasOwn(problemCodes, code ?? '')
  return isProblem ? undefined : `${status} without a problem`
}
