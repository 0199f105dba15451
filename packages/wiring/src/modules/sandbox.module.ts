import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { lazySandbox } from '../sandbox/lazy-sandbox.ts'
import { type DocumentSandbox, tokens } from '../tokens.ts'

const pool =
  (options: Parameters<typeof lazySandbox>[0]) =>
  (configuration: Configuration): DocumentSandbox =>
    configuration.CHANCERY_SAFETY === 'processes' ? lazySandbox(options) : undefined

const megabyte = 1024 ** 2
/** The words and values of a text are objects: some hundred bytes for each of its own. */
const textLimits = { heapBytes: 1024 * megabyte, dataBytes: 3072 * megabyte, residentBytes: 2048 * megabyte }

/** The pools of child processes: one in which documents are taken apart, and one in which long texts are searched. */
export const sandboxModule = new ContainerModule(({ bind }) => {
  bind(tokens.sandbox)
    .toResolvedValue(pool({ prepare: true }), [tokens.configuration])
    .onDeactivation((sandbox) => sandbox?.close())
  // Its own: work on samples asks for facts while it holds a place in the other, and would wait for one that it holds itself.
  bind(tokens.textSandbox)
    .toResolvedValue(pool({ prepare: false, limits: textLimits }), [tokens.configuration])
    .onDeactivation((sandbox) => sandbox?.close())
})
