import type { MethodName } from '@chancery/core'
import type { Answer } from './answer.ts'
import type { OperationCallOptions } from './call-options.ts'

/** What an operation shows of itself in types; each of core's `calls` does. */
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

/** What an operation answers as `data`. */
export type OutputOf<Op extends AnyOperation> = Types<Op['output']>['output']

/** One method an operation, typed by its contract. */
export type OperationMethods<Operations extends readonly AnyOperation[]> = {
  readonly [Op in Operations[number] as MethodName<Op['name']>]: (
    input: Types<Op['input']>['input'],
    options?: OperationCallOptions,
  ) => Promise<Answer<OutputOf<Op>>>
}

/** The wire name of a method, or `undefined` for what every object has, or for what would make the client a promise. */
export const operationOf = (property: string | symbol): string | undefined =>
  typeof property === 'string' &&
  /^[a-z]+(?:[A-Z][a-z]*)+$/.test(property) &&
  property !== 'toJSON' &&
  !(property in Object.prototype)
    ? property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : undefined
