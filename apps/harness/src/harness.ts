import {
  catalog,
  type Clock,
  execute,
  type Finding,
  type OperationName,
  type OperationOf,
  type Ports,
  providers,
  readSpaceName,
} from '@chancery/core'
import { createMemoryTransport, type MemoryTransport } from '@chancery/mail'
import { createMemoryDocumentStore, type MemoryDocumentStore } from '@chancery/storage'
import { compose, readConfiguration } from '@chancery/wiring'
import type * as z from 'zod'

export interface HarnessSettings {
  /** Where its time stands still until it is moved, in ms since the epoch; absent: real time. */
  readonly now?: number
  /** Stand in for single ports. */
  readonly replacements?: Partial<Ports>
  /** Further settings, named as in the environment (`CHANCERY_LOCALE`). */
  readonly configuration?: Readonly<Record<string, string>>
}

export interface CallOptions {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Where the caller works; absent: the common space. */
  readonly space?: string
  /** The operations that the caller may call; absent: all. */
  readonly operations?: readonly string[]
}

export interface Harness {
  readonly ports: Ports
  /** What was stored. */
  readonly documents: MemoryDocumentStore
  /** What was sent. */
  readonly transport: MemoryTransport
  /** Moves its time on; only with `now`. */
  advance(ms: number): void
  /**
   * Runs an operation, without HTTP in between.
   * @throws ChanceryError as the operation does; RangeError for a space of no valid name
   */
  call<Name extends OperationName>(
    name: Name,
    input: z.input<OperationOf<Name>['input']>,
    options?: CallOptions,
  ): Promise<{ data: z.output<OperationOf<Name>['output']>; warnings: readonly Finding[] }>
  close(): Promise<void>
}

const deadlineMs = 30_000

/** A whole service in memory: no folder, no port, no provider. */
export function createHarness(settings: HarnessSettings = {}): Harness {
  let time = settings.now
  const clock: Clock = { now: () => time ?? Date.now() }
  const documents = createMemoryDocumentStore({ id: 'memory', clock })
  const transport = createMemoryTransport({ id: 'memory' })
  const configuration = readConfiguration({
    CHANCERY_STORES: 'memory',
    CHANCERY_TRANSPORTS: 'memory',
    CHANCERY_STATE: 'memory',
    CHANCERY_KEY_SECRET: 'of a harness, which has no API keys at all',
    CHANCERY_LOG: 'off',
    CHANCERY_SAFETY: 'inline',
    CHANCERY_EMAIL_FROM: 'Harness <harness@example.com>',
    ...settings.configuration,
  })
  const composition = compose(configuration, {
    stores: providers({ memory: documents }),
    transports: providers({ memory: transport }),
    clock,
    ...settings.replacements,
  })
  const { ports } = composition
  return {
    ports,
    documents,
    transport,
    advance(ms) {
      if (time === undefined) throw new RangeError('Give the harness a `now` to move its time.')
      time += ms
    },
    async call(name, input, options = {}) {
      const operation = catalog.find((each) => each.name === name)
      if (operation === undefined) throw new RangeError(`There is no operation ${name}.`)
      const outcome = await execute(operation as never, input, ports as never, {
        principal: { id: 'harness', operations: options.operations ?? '*', ...inSpace(options.space) },
        requestId: ports.ids.next(),
        signal: options.signal ?? AbortSignal.timeout(deadlineMs),
        deadline: clock.now() + deadlineMs,
        ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
      })
      // The contract's own defaults and types, as a caller over HTTP would get them.
      return { data: operation.output.parse(outcome.data) as never, warnings: outcome.warnings ?? [] }
    },
    close: () => composition.close(),
  }
}

function inSpace(name: string | undefined): { space?: string } {
  if (name === undefined) return {}
  const read = readSpaceName(name)
  if ('fault' in read) throw new RangeError(read.fault)
  return read
}
