/** Calls of an operation as a delivery layer makes them, and what became of them. */
import type * as z from 'zod'
import type { Context } from '../context.ts'
import { ChanceryError } from '../errors.ts'
import { commonProblems, execute, type Operation, type Outcome, parseInput } from '../operation.ts'
import type { Ports } from '../ports/index.ts'
import { now } from './document-texts.test-support.ts'

export const aContext = (changes: Partial<Context> = {}): Context => ({
  principal: { id: 'caller', operations: '*' },
  requestId: 'request-1',
  signal: new AbortController().signal,
  deadline: now + 60_000,
  ...changes,
})

/** A call whose caller has left already. */
export const leftAlready = (): Context => aContext({ signal: AbortSignal.abort() })

type AnyOperation = Operation<string, z.ZodType, z.ZodType, never> | Operation

/**
 * The answer of a whole call, as a delivery layer makes it.
 * @throws where it is not what its contract says, or fails with a code that its contract does not name
 */
export async function answerOf<Op extends AnyOperation>(
  operation: Op,
  input: unknown,
  ports: Ports,
  context: Partial<Context> = {},
): Promise<Outcome<z.output<Op['output']>>> {
  let outcome: Outcome<z.output<Op['output']>>
  try {
    outcome = await execute(operation, input, ports as Parameters<Op['run']>[1], aContext(context))
  } catch (error) {
    const named: readonly string[] = [...commonProblems, ...operation.problems, 'cancelled']
    if (ChanceryError.is(error) && !named.includes(error.code))
      throw new TypeError(`the contract does not name ${error.code}`, { cause: error })
    throw error
  }
  const told = JSON.stringify(operation.output.parse(outcome.data))
  if (told.length !== JSON.stringify(outcome.data).length) throw new TypeError('the contract does not name all of it')
  return outcome
}

/** What a call fails with. @throws where it does not, or with anything else */
export async function faultOf(call: Promise<unknown>): Promise<ChanceryError> {
  try {
    await call
  } catch (error) {
    if (ChanceryError.is(error)) return error
    throw error
  }
  throw new TypeError('the call did not fail')
}

/** Where and why an input does not fit its contract; empty where it does. */
export function violationsOf(operation: Pick<Operation, 'input'>, input: object): (readonly [string, string])[] {
  try {
    parseInput(operation.input, input)
    return []
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    return error.violations.map(({ pointer, code }) => [pointer, code] as const)
  }
}
