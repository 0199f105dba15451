import type * as z from 'zod'
import type { DeepReadonly } from './deep-readonly.ts'
import type { Outcome } from './operation.ts'
import type { Ports } from './ports/index.ts'
import type { ProblemCodeName } from './problem-codes.ts'

/** Calls of one class never wait for those of the other. */
export type CostClass = 'documents' | 'plain'

/** By which the OpenAPI document groups calls; `service`: calls about calls, which are neither operations nor service calls. */
export type Area = 'documents' | 'templates' | 'email' | 'clients' | 'service'

/** A request that works as it stands, for the docs; a test runs each one. */
export interface OperationExample {
  readonly title: string
  readonly input: Readonly<Record<string, unknown>>
}

/** What callers are promised by an operation or a service call. Nothing here knows of HTTP, or of how it is done. */
export interface Contract<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Needs extends keyof Ports = keyof Ports,
> {
  /** Wire name, file name, docs page, function target: `store-document` everywhere. */
  readonly name: Name
  readonly area: Area
  readonly summary: string
  /** A paragraph for the docs. */
  readonly description: string
  /** It changes something outside, so it takes `dryRun` and an Idempotency-Key. */
  readonly effect: boolean
  /** What a call takes: `documents`, taking documents, templates or texts apart; `plain`, all else. */
  readonly cost: CostClass
  /** Whether a call can bring documents along. */
  readonly takesDocuments: boolean
  /** Whether its answer can hold produced documents, of which a caller may want the bytes alone. */
  readonly producesDocuments: boolean
  readonly input: Input
  readonly output: Output
  /** The ports that it uses. */
  readonly needs: readonly Needs[]
  /** Codes that it can answer with, besides those of every operation (`commonProblems`). */
  readonly problems: readonly ProblemCodeName[]
  readonly examples: readonly OperationExample[]
}

/** Keeps the literal types of a contract. */
export function defineContract<
  const Name extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Needs extends keyof Ports,
>(contract: Contract<Name, Input, Output, Needs>): Contract<Name, Input, Output, Needs> {
  return contract
}

/** What a service is given: the input as it was checked. */
export type InputOf<C extends Contract> = z.output<C['input']>

/** The ports that a contract names. */
export type PortsOf<C extends { readonly needs: readonly (keyof Ports)[] }> = Pick<Ports, C['needs'][number]>

/** What a service answers. */
export type AnswerOf<C extends Contract> = Outcome<DeepReadonly<z.input<C['output']>>>
