import type { MethodName } from '@chancery/core'
import type { Answer } from './answer.ts'

/** What an operation shows of itself in types; each of the catalog does. */
export interface AnyOperation {
  readonly name: string
  readonly input: Contract
  readonly output: Contract
}

/** A Standard Schema (https://standardschema.dev), such as zod's. */
interface Contract {
  readonly '~standard': { readonly types?: { readonly input: unknown; readonly output: unknown } | undefined }
}
type Types<C extends Contract> = NonNullable<C['~standard']['types']>

/** Of one call, its repetitions included. */
export interface CallOptions {
  /**
   * What makes two calls the same call. Absent: a new one each call, which serves its own repetitions; give your own
   * where your program may itself be started anew and call again.
   */
  readonly idempotencyKey?: string
  /** Ends the call, and its repetitions. */
  readonly signal?: AbortSignal
}

/** One method an operation, typed by its contract. */
export type OperationMethods<Operations extends readonly AnyOperation[]> = {
  readonly [Op in Operations[number] as MethodName<Op['name']>]: (
    input: Types<Op['input']>['input'],
    options?: CallOptions,
  ) => Promise<Answer<Types<Op['output']>['output']>>
}

/** The wire name of a method, or `undefined` for what every object has, or for what would make the client a promise. */
export const operationOf = (property: string | symbol): string | undefined =>
  typeof property === 'string' &&
  /^[a-z]+(?:[A-Z][a-z]*)+$/.test(property) &&
  property !== 'toJSON' &&
  !(property in Object.prototype)
    ? property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : undefined
