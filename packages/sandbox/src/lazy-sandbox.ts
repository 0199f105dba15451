import type { SandboxLimits } from './pool/limits.ts'
import type { Sandbox } from './pool/sandbox.ts'

/** So long after the start that it does not slow it, and so soon that the first caller finds a child that is warm. */
const warmUpAfterMs = 500

interface LazySandboxSettings {
  /** Children at once. */
  readonly processes?: number
  /** Other than the usual ones. */
  readonly limits?: Partial<SandboxLimits>
  /** Whether the first child is started a little after the service, before the first job. */
  readonly isAhead?: boolean
}

/** A pool, loaded at its first job or a little after the service has started. */
export function lazySandbox({ processes, limits = {}, isAhead = true }: LazySandboxSettings = {}): Pick<
  Sandbox,
  'run' | 'close'
> {
  let made: Promise<Sandbox> | undefined
  const open = (): Promise<Sandbox> =>
    (made ??= import('./document-sandbox.ts').then(({ createDocumentSandbox }) =>
      createDocumentSandbox(limits, processes),
    ))
  const timer = isAhead
    ? setTimeout(() => void open().then((sandbox) => sandbox.prepare()), warmUpAfterMs).unref()
    : undefined
  return {
    run: async (job, payload, options) => (await open()).run(job, payload, options),
    async close() {
      clearTimeout(timer)
      const sandbox = await made
      await sandbox?.close()
    },
  }
}
