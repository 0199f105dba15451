import { randomBytes } from 'node:crypto'
import { type CallName, type CallOf, calls, methodName, type MethodName, type Ports } from '@chancery/core'
import type { EmbeddedAnswer, EmbeddedCallOptions } from '@chancery/wiring'
import type * as z from 'zod'
import { nodeFault } from './node-version.ts'

/** What differs from everything embedded, in memory. */
export interface ChancerySettings {
  /** Folder in which documents, e-mails, clients and keys are kept. Absent: in memory, until `close`. */
  readonly data?: string
  /** Further settings, named as in the environment: `{ CHANCERY_LOCALE: 'de-DE' }`. The environment itself is not read. */
  readonly configuration?: Readonly<Record<string, string | undefined>>
  /** Ports of your own, in place of the configured ones. */
  readonly ports?: Partial<Ports>
}

/** The operations and service calls, one method each, typed by their contracts. Failures throw `ChanceryError`. */
type OperationCalls = {
  readonly [Name in CallName as MethodName<Name>]: (
    input: z.input<CallOf<Name>['input']>,
    options?: EmbeddedCallOptions,
  ) => Promise<EmbeddedAnswer<Name>>
}

/** The operations in this process. */
export interface Chancery extends OperationCalls {
  /** Closes databases, ends child processes, and whatever else is held. */
  close(): Promise<void>
}

/** Keys in memory are forgotten with their secret. */
const inMemory = () => ({
  CHANCERY_STORES: 'memory',
  CHANCERY_TRANSPORTS: 'memory',
  CHANCERY_STATE: 'memory',
  CHANCERY_KEY_SECRET: randomBytes(32).toString('hex'),
})

/**
 * The twelve operations with their embedded providers, without a server:
 * ```ts
 * const chancery = await createChancery({ data: './data' })
 * const { data } = await chancery.storeDocument({ document: { content: bytes }, path: 'a.txt' })
 * await chancery.close()
 * ```
 * @throws Error where Node is too old; ConfigurationError with all faults of the settings; and what a provider throws that
 *   cannot start
 */
export async function createChancery(settings: ChancerySettings = {}): Promise<Chancery> {
  const fault = nodeFault()
  if (fault !== undefined) throw new Error(fault)
  // Only now: an older Node could not load it.
  const { callOperation, compose, readConfiguration } = await import('@chancery/wiring')
  const configuration = readConfiguration({
    CHANCERY_LOG: 'off',
    ...(settings.data === undefined ? inMemory() : { CHANCERY_DATA: settings.data }),
    ...settings.configuration,
  })
  const composition = compose(configuration, settings.ports)
  const close = (): Promise<void> => composition.close()
  try {
    await composition.prepare()
  } catch (error) {
    await close()
    throw error
  }
  const { auditing } = composition
  const caller = { id: 'library', deadlineMs: configuration.CHANCERY_DEADLINE_MS, auditing }
  const methods = calls.map(({ name }) => [
    methodName(name),
    (input: never, options?: EmbeddedCallOptions) => callOperation(composition.ports, caller, name, input, options),
  ])
  return { ...(Object.fromEntries(methods) as OperationCalls), close }
}
