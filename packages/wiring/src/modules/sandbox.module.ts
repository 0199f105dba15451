import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { lazySandbox } from '../sandbox/lazy-sandbox.ts'
import { type DocumentSandbox, tokens } from '../tokens.ts'

/** The pool of child processes in which documents are taken apart. */
export const sandboxModule = new ContainerModule(({ bind }) => {
  bind(tokens.sandbox)
    .toResolvedValue(
      (configuration: Configuration): DocumentSandbox =>
        configuration.CHANCERY_SAFETY === 'processes' ? lazySandbox() : undefined,
      [tokens.configuration],
    )
    .inSingletonScope()
    .onDeactivation((sandbox) => sandbox?.close())
})
