import { type Clock, type CallName, type CallOf, type Ports, providers } from '@chancery/core'
import { createMemoryTransport, type MemoryTransport } from '@chancery/mail'
import { createMemoryDocumentStore, type MemoryDocumentStore } from '@chancery/storage'
import {
  callOperation,
  compose,
  type EmbeddedAnswer,
  type EmbeddedCallOptions,
  readConfiguration,
} from '@chancery/wiring'
import type * as z from 'zod'

export interface HarnessSettings {
  /** Where its time stands still until it is moved, in ms since the epoch; absent: real time. */
  readonly now?: number
  /** Stand in for single ports. */
  readonly replacements?: Partial<Ports>
  /** Further settings, named as in the environment (`CHANCERY_LOCALE`). */
  readonly configuration?: Readonly<Record<string, string>>
}

/** Of one call. */
export type CallOptions = EmbeddedCallOptions

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
  call<Name extends CallName>(
    name: Name,
    input: z.input<CallOf<Name>['input']>,
    options?: CallOptions,
  ): Promise<EmbeddedAnswer<Name>>
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
    call: (name, input, options) =>
      callOperation(ports, { id: 'harness', deadlineMs, auditing: composition.auditing }, name, input, options),
    close: () => composition.close(),
  }
}
